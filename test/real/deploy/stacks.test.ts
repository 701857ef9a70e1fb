import { Aspects, TerraformOutput } from 'cdktf';
import { expect, it } from 'vitest';
import { Emulator } from '../../../emulator';
import {
  AccessKey,
  Bucket,
  CofferTesting,
  MaxQuota,
  NoCrossStackSecrets,
  NoPlainTextSecrets,
  Policy,
  PolicyRule,
  Secret,
  SecretValue,
  Size,
} from '../../../src';
import { makeStack } from '../../host/src/support';
import { type Credentials, clientWith, layOut } from './deployment';
import { allowing, fill, tryAll } from './uses';

it('C5: a bucket and the secret half of a key cross stacks, of an app that CofferTesting.offline points at an emulator', async () => {
  await using emulator = await Emulator.start();
  const { inspect, baseUrl, token, projectId } = emulator;
  const [storage, web] = await layOut({ baseUrl: '', token: '', projectId: '' }, (app) => {
    const [first, second] = [makeStack(app, 'storage'), makeStack(app, 'web')];
    const bucket = new Bucket(first, 'Bucket', { maxSize: Size.mebibytes(1) });
    const writer = new AccessKey(first, 'Writer');
    bucket.grantWrite(writer);
    const reader = new AccessKey(second, 'Reader');
    bucket.grantRead(reader);
    reader.outputCredentials('reader');
    const { accessKeyId, endpoint } = writer;
    const value = SecretValue.unsafePlainText(writer.secretAccessKey);
    const copy = new Secret(second, 'Copy', { secretName: 'copy', value });
    for (const aspect of [new NoPlainTextSecrets(), new NoCrossStackSecrets(), new MaxQuota(Size.gibibytes(1))]) {
      Aspects.of(app).add(aspect);
    }
    Policy.suppress(writer, PolicyRule.NO_CROSS_STACK_SECRETS, 'The copy is what this test is about');
    Policy.suppress(copy, PolicyRule.NO_PLAIN_TEXT_SECRETS, 'A reference to what is in a state already');
    new TerraformOutput(second, 'writer', { value: { access_key_id: accessKeyId, endpoint } });
    new TerraformOutput(second, 'bucket', { value: bucket.alias });
    CofferTesting.offline(app, { baseUrl, token, projectId });
  });

  await storage?.apply();
  await web?.apply();
  const outputs = await web?.outputs<{ bucket: string; reader: Credentials; writer: Credentials }>();
  const [copy] = inspect.secrets();
  const { bucket = '', reader, writer } = outputs ?? {};
  await fill(emulator, bucket);

  expect(await tryAll(clientWith(reader as Credentials), bucket)).toEqual(allowing('read'));
  const copied = { ...(writer as Credentials), secret_access_key: inspect.secretValue(copy?.id ?? '') };
  expect(await tryAll(clientWith(copied), bucket)).toEqual(allowing('write'));
});
