import { TerraformOutput, type TerraformStack } from 'cdktf';
import { expect, it } from 'vitest';
import { Emulator } from '../../../emulator';
import {
  AccessKey,
  Bucket,
  CofferProvider,
  CredentialsFormat,
  RemovalPolicy,
  RotatingAccessKey,
  Secret,
  SecretValue,
  Size,
} from '../../../src';
import { clientOf } from '../../host/emulator/support';
import { makeApp, makeStack } from '../../host/src/support';
import { type Credentials, clientWith, deploy, layOut } from './deployment';
import { fill } from './fill';
import { allowing, tryAll } from './uses';

/** Ids of secrets that the service has before, and of the project. */
type Ids = Readonly<Record<'first' | 'second' | 'projectId', string>>;

/** Builds two stacks that store two things: in one secret, or apart. */
type Build = (storage: TerraformStack, web: TerraformStack, isApart: boolean, ids: Ids) => void;

/** A key with a bucket of its own. */
function keyIn(stack: TerraformStack, id: string): AccessKey {
  const key = new AccessKey(stack, id);
  new Bucket(stack, `${id}Bucket`, { maxSize: Size.mebibytes(1) }).grantRead(key);
  return key;
}

const FORMAT = { format: CredentialsFormat.JSON };
const VALUE = 'canary-of-a-managed-value';

it.each<[what: string, problem: string, build: Build]>([
  [
    'two look-ups of one name',
    'AccessKey "storage/Two" and "storage/One" are stored in one secret, "storage/TwoSecret"',
    (storage, _web, isApart) => {
      const names = { One: 'first', Two: isApart ? 'second' : 'first' };
      for (const [id, name] of Object.entries(names)) {
        keyIn(storage, id).storeInSecret(Secret.fromSecretName(storage, `${id}Secret`, name), FORMAT);
      }
    },
  ],
  [
    'one id in two stacks',
    'AccessKey "web/Two" and "storage/One" are stored in one secret, "web/Secret"',
    (storage, web, isApart, { first, second }) => {
      keyIn(storage, 'One').storeInSecret(Secret.fromSecretId(storage, 'Secret', first), FORMAT);
      keyIn(web, 'Two').storeInSecret(Secret.fromSecretId(web, 'Secret', isApart ? second : first), FORMAT);
    },
  ],
  [
    'a managed value and a look-up',
    'AccessKey "web/Two" is stored in secret "storage/Secret", whose value is managed here',
    (storage, web, isApart, { projectId }) => {
      const value = SecretValue.fromVariable(storage, 'value', { version: '1' });
      new Secret(storage, 'Secret', { secretName: 'managed', value, projectId });
      const found = Secret.fromSecretName(web, 'Found', isApart ? 'second' : 'managed', { projectId });
      keyIn(web, 'Two').storeInSecret(found, FORMAT);
    },
  ],
])('C8: %s: what is stored apart survives, and in one secret only one of two would', async (_what, problem, build) => {
  await using emulator = await Emulator.start();
  const refused = () => {
    const app = makeApp();
    build(makeStack(app, 'storage'), makeStack(app, 'web'), false, { first: 's-1', second: 's-2', projectId: 'p-1' });
    app.synth();
  };

  const survivors = async (isApart: boolean) => {
    emulator.reset();
    const send = clientOf(emulator, emulator.token);
    const make = async (name: string) =>
      String((await send('POST', '/secrets', { project_id: emulator.projectId, name, value: 'b2xk' })).json.id);
    const { projectId } = emulator;
    const ids = { first: await make('first'), second: await make('second'), projectId };
    const deployments = await layOut(
      emulator,
      (app) => build(makeStack(app, 'storage'), makeStack(app, 'web'), isApart, ids),
      { variables: { value: VALUE }, skipValidation: !isApart },
    );
    for (const deployment of deployments) await deployment.apply();
    return contentsOf(emulator);
  };

  expect(refused).toThrow(problem);
  expect(await survivors(true)).toHaveLength(2);
  expect(await survivors(false)).toHaveLength(1);
});

/** What the secrets hold of what was stored: values, and access keys, which have to work. */
async function contentsOf(emulator: Emulator): Promise<string[]> {
  const { inspect } = emulator;
  const contents = inspect.secrets().map(({ id }) => inspect.secretValue(id));
  const keys = contents
    .filter((content) => content.startsWith('{'))
    .map((content) => JSON.parse(content) as Credentials);
  for (const credentials of keys) {
    const key = inspect.accessKeys().find(({ accessKeyId }) => accessKeyId === credentials.access_key_id);
    const { alias = '' } = inspect.buckets().find(({ id }) => key?.bucketIds.includes(id)) ?? {};
    await fill(emulator, alias);

    expect(await tryAll(clientWith(credentials), alias)).toEqual(allowing('read'));
  }
  return [...contents.filter((content) => content === VALUE), ...keys.map(({ access_key_id }) => access_key_id)];
}

it('C8: outputs and buckets of one name are refused, of which one would be left; with their own names all are there', async () => {
  await using emulator = await Emulator.start();
  const build = (isApart: boolean) => (stack: TerraformStack) => {
    const nameOf = (name: string, which: number) => (isApart ? `${name}_${which}` : name);
    for (const which of [1, 2]) {
      const bucket = new Bucket(stack, `Bucket${which}`, { maxSize: Size.mebibytes(1) });
      bucket.resource.overrideLogicalId(nameOf('bucket', which));
      const key = which === 1 ? new AccessKey(stack, 'Key') : new RotatingAccessKey(stack, 'Turning');
      bucket.grantRead(key);
      key.outputCredentials(nameOf('creds', which));
    }
  };

  const refused = () => {
    const app = makeApp();
    build(false)(makeStack(app));
    app.synth();
  };
  expect(refused).toThrow('"app/Bucket2" and "app/Bucket1" have one address, coffer_bucket.bucket');
  expect(refused).toThrow('output "creds" of "app/Turning" and that of "app/Key"');
  const apart = await (await deploy(emulator, build(true))).outputs<Record<string, Credentials>>();
  const aliases = emulator.inspect.buckets().map(({ alias }) => alias);
  await fill(emulator, ...aliases);
  expect([Object.keys(apart).sort(), aliases.length]).toEqual([['creds_1', 'creds_2'], 2]);
  for (const credentials of Object.values(apart)) {
    const seen = await Promise.all(aliases.map((alias) => tryAll(clientWith(credentials), alias)));
    expect(seen).toContainEqual(allowing('read'));
  }

  emulator.reset();
  const merged = await (await deploy(emulator, build(false), { skipValidation: true })).outputs();
  expect([Object.keys(merged), emulator.inspect.buckets().length]).toEqual([['creds'], 1]);
});

it('C8: below a provider that protects, DESTROY takes a word of its own, and then destroys', async () => {
  await using emulator = await Emulator.start();
  const define =
    (...ids: readonly string[]) =>
    (stack: TerraformStack) => {
      stack.node.tryRemoveChild('coffer');
      new CofferProvider(stack, 'coffer', { deletionProtection: true });
      const maxSize = Size.mebibytes(1);
      const destroy = { removalPolicy: RemovalPolicy.DESTROY, deletionProtection: false };
      for (const id of ids) new Bucket(stack, id, { maxSize, description: id, ...(id === 'Scratch' && destroy) });
    };
  const deployment = await deploy(emulator, define('Kept', 'Scratch'));

  await deployment.change(define('Kept'));
  const refused = await deployment.change(define()).catch(String);

  expect(refused).toContain('Error: Protected from deletion');
  expect(emulator.inspect.buckets()).toMatchObject([{ description: 'Kept' }]);
});

it('C11: the environment of a stored key is deployed without the secret half, which its secret has', async () => {
  await using emulator = await Emulator.start();
  const deployment = await deploy(emulator, (stack) => {
    const bucket = new Bucket(stack, 'Bucket', { maxSize: Size.mebibytes(1) });
    const key = new AccessKey(stack, 'Key');
    bucket.grantRead(key);
    const { AWS_SECRET_ACCESS_KEY: _, ...environment } = bucket.environment(key);
    const { secretId } = key.storeIn('reader');
    new TerraformOutput(stack, 'environment', { value: environment });
    new TerraformOutput(stack, 'secret', { value: secretId });
  });

  const { environment, secret } = await deployment.outputs<{ environment: Record<string, string>; secret: string }>();
  const { AWS_ACCESS_KEY_ID = '', AWS_ENDPOINT_URL_S3 = '', S3_BUCKET = '' } = environment;
  const half = emulator.inspect.secretValue(secret);
  await fill(emulator, S3_BUCKET);

  const client = clientWith({
    access_key_id: AWS_ACCESS_KEY_ID,
    secret_access_key: half,
    endpoint: AWS_ENDPOINT_URL_S3,
  });
  expect(await tryAll(client, S3_BUCKET)).toEqual(allowing('read'));
  expect(await deployment.readState()).not.toContain(half);
});
