import { App, TerraformStack } from 'cdktf';
import { Bucket, CofferProvider, EphemeralAccessKey, Secret, SecretValue, Size } from '../../../src';

/** An ephemeral key whose secret half goes into a secret, to be deployed by an acceptance test. */
const app = new App();
const stack = new TerraformStack(app, 'ephemeral-key');
new CofferProvider(stack, 'coffer');
const key = new EphemeralAccessKey(stack, 'Key');
new Bucket(stack, 'Uploads', { maxSize: Size.gibibytes(1) }).grantReadWrite(key);
const value = SecretValue.fromEphemeral(key.secretAccessKey, { version: '1' });
new Secret(stack, 'Copy', { secretName: 'copy', value });
app.synth();
