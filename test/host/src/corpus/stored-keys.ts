import { TerraformOutput } from 'cdktf';
import {
  AccessKey,
  Bucket,
  CofferProvider,
  CredentialsFormat,
  Permission,
  RotatingAccessKey,
  Secret,
  SecretValue,
  Size,
} from '../../../../src';
import { inApp, inStack, PROJECTS, type Programs, stackWithProvider } from './program';

const maxSize = Size.gibibytes(1);

/** Keys that are kept in secrets. */
export const storedKeys: Programs = {
  'keys stored by name, in every format': inStack({ buckets: 1, keys: 3, secrets: 3 }, (stack) => {
    const uploads = new Bucket(stack, 'Uploads', { maxSize });
    const plain = new AccessKey(stack, 'Plain');
    const json = new RotatingAccessKey(stack, 'Json');
    const env = new RotatingAccessKey(stack, 'Env', { rotationTrigger: { month: '2026-01' } });
    for (const key of [plain, json, env]) uploads.grantReadWrite(key);
    plain.storeIn('plain');
    json.storeIn('json', { format: CredentialsFormat.JSON });
    const secret = env.storeIn('env', { format: CredentialsFormat.ENV });
    new TerraformOutput(stack, 'secret', { value: { id: secret.secretId, name: secret.secretName } });
  }),
  'a key in a secret of somebody else, by id': inStack({}, (stack) => {
    const key = new AccessKey(stack, 'Key');
    new Bucket(stack, 'Uploads', { maxSize }).grantRead(key);
    key.storeInSecret(Secret.fromSecretId(stack, 'Theirs', 's-31c2f218'), { format: CredentialsFormat.ENV });
  }),
  'two keys in two secrets that are looked up': inStack({}, (stack) => {
    const uploads = new Bucket(stack, 'Uploads', { maxSize });
    for (const name of ['web', 'jobs']) {
      const key = new RotatingAccessKey(stack, `Key-${name}`);
      uploads.grantRead(key);
      key.storeInSecret(Secret.fromSecretName(stack, `Secret-${name}`, name));
    }
  }),
  'two keys in secrets of one name, which are in two projects': inStack({}, (stack) => {
    for (const projectId of PROJECTS) {
      const key = new AccessKey(stack, `Key-${projectId}`, { projectId });
      new Bucket(stack, `Uploads-${projectId}`, { maxSize, projectId }).grantRead(key);
      key.storeInSecret(Secret.fromSecretName(stack, `Secret-${projectId}`, 'uploads', { projectId }));
    }
  }),
  'two keys in secrets of one name, one for each of two accounts': inStack({}, (stack) => {
    for (const account of ['eu', 'us']) {
      const token = SecretValue.fromVariable(stack, `${account}_token`);
      const provider = new CofferProvider(stack, account, { alias: account, token });
      const key = new AccessKey(stack, `Key-${account}`, { provider });
      new Bucket(stack, `Uploads-${account}`, { maxSize, provider }).grantRead(key);
      key.storeInSecret(Secret.fromSecretName(stack, `Secret-${account}`, 'uploads', { provider }));
    }
  }),
  'a key in a secret of its own without a value here': inStack({}, (stack) => {
    const key = new AccessKey(stack, 'Key');
    new Bucket(stack, 'Uploads', { maxSize }).grantRead(key);
    key.storeInSecret(new Secret(stack, 'Secret', { secretName: 'uploads', importId: 's-31c2f218' }));
  }),
  'a key in a secret whose first value is managed, and ignored from then on': inStack(
    { buckets: 1, keys: 1, secrets: 1 },
    (stack) => {
      const key = new AccessKey(stack, 'Key', {
        permission: Permission.READ,
        buckets: [new Bucket(stack, 'Uploads', { maxSize })],
      });
      const secret = new Secret(stack, 'Secret', {
        secretName: 'uploads',
        value: SecretValue.unsafePlainText('not yet'),
      });
      secret.resource.lifecycle = { ignoreChanges: ['value'] };
      key.storeInSecret(secret);
    },
  ),
  'a key in a secret of another stack': inApp({ buckets: 1, keys: 1, secrets: 1 }, (app) => {
    const [base, web] = [stackWithProvider(app, 'base'), stackWithProvider(app, 'web')];
    const secret = new Secret(base, 'Secret', { secretName: 'web', value: SecretValue.unsafePlainText('not yet') });
    secret.resource.lifecycle = { ignoreChanges: ['value'] };
    const key = new RotatingAccessKey(web, 'Key');
    new Bucket(web, 'Uploads', { maxSize }).grantRead(key);
    key.storeInSecret(secret);
  }),
  'a key in a secret that another construct only reads': inStack({}, (stack) => {
    const key = new AccessKey(stack, 'Key');
    new Bucket(stack, 'Uploads', { maxSize }).grantRead(key);
    key.storeInSecret(Secret.fromSecretName(stack, 'Secret', 'uploads'));
    const same = Secret.fromSecretName(stack, 'Same', 'uploads');
    new TerraformOutput(stack, 'secret_id', { value: same.secretId });
  }),
};
