import { parseEnv } from 'node:util';
import { TerraformOutput } from 'cdktf';
import { expect, it } from 'vitest';
import { Emulator } from '../../../emulator';
import { AccessKey, Bucket, CredentialsFormat, RotatingAccessKey, Secret, SecretValue, Size } from '../../../src';
import { clientOf } from '../../host/emulator/support';
import { type Credentials, clientWith, deploy } from './deployment';
import { fill } from './fill';
import { allowing, tryAll } from './uses';

interface Stored {
  readonly access_key_id: string;
  readonly endpoint: string;
  readonly secret_id: string;
}

/** How programs read credentials from the content of a secret, by the place of the key. */
const READ: Readonly<Record<string, (content: string, stored: Stored) => Credentials>> = {
  plain: (content, { access_key_id, endpoint }) => ({ access_key_id, secret_access_key: content, endpoint }),
  json: (content) => JSON.parse(content) as Credentials,
  env: fromEnv,
  rotating: fromEnv,
  defined: (content) => JSON.parse(content) as Credentials,
  byId: (content, { access_key_id, endpoint }) => ({ access_key_id, secret_access_key: content, endpoint }),
  byName: fromEnv,
};

it('P25: a key that is stored in a secret is found there, works, and is in no state', async () => {
  await using emulator = await Emulator.start();
  const send = clientOf(emulator, emulator.token);
  const make = async (name: string) =>
    String((await send('POST', '/secrets', { project_id: emulator.projectId, name, value: 'b2xk' })).json.id);
  const [idOfOld] = [await make('old-by-id'), await make('old-by-name')];
  const deployment = await deploy(
    emulator,
    (stack) => {
      const bucket = new Bucket(stack, 'Bucket', { maxSize: Size.mebibytes(1) });
      const stored: Record<string, unknown> = {};
      const open = <Key extends AccessKey | RotatingAccessKey>(key: Key): Key => {
        bucket.grantRead(key);
        return key;
      };
      const show = (name: string, { accessKeyId, endpoint }: AccessKey | RotatingAccessKey, secretId: string) => {
        stored[name] = { access_key_id: accessKeyId, endpoint, secret_id: secretId };
      };
      for (const [name, format] of [
        ['plain', CredentialsFormat.PLAIN],
        ['json', CredentialsFormat.JSON],
        ['env', CredentialsFormat.ENV],
      ] as const) {
        const key = open(new AccessKey(stack, name));
        show(name, key, key.storeIn(`key-${name}`, { format }).secretId);
      }
      const rotating = open(new RotatingAccessKey(stack, 'Rotating'));
      show('rotating', rotating, rotating.storeIn('key-rotating', { format: CredentialsFormat.ENV }).secretId);
      const defined = new Secret(stack, 'Secret', {
        secretName: 'defined',
        value: SecretValue.fromVariable(stack, 'first_value', { version: '1' }),
      });
      defined.resource.lifecycle = { ignoreChanges: ['value_wo_version'] };
      for (const [name, secret, format] of [
        ['defined', defined, CredentialsFormat.JSON],
        ['byId', Secret.fromSecretId(stack, 'ById', idOfOld), CredentialsFormat.PLAIN],
        ['byName', Secret.fromSecretName(stack, 'ByName', 'old-by-name'), CredentialsFormat.ENV],
      ] as const) {
        const key = open(new AccessKey(stack, name));
        key.storeInSecret(secret, { format });
        show(name, key, secret.secretId);
      }
      new TerraformOutput(stack, 'stored', { value: stored });
      new TerraformOutput(stack, 'bucket', { value: bucket.alias });
    },
    { variables: { first_value: 'canary-first-value' } },
  );

  const { stored, bucket } = await deployment.outputs<{ stored: Record<string, Stored>; bucket: string }>();
  const again = await deployment.workspace.planActions();
  const halves = emulator.inspect.accessKeys().map(({ id }) => emulator.inspect.secretAccessKey(id));
  const state = await deployment.readState();
  await fill(emulator, bucket);

  expect(Object.keys(stored).sort()).toEqual(Object.keys(READ).sort());
  for (const [name, secret] of Object.entries(stored)) {
    const credentials = READ[name]?.(emulator.inspect.secretValue(secret.secret_id), secret) as Credentials;

    expect([name, credentials.access_key_id]).toEqual([name, secret.access_key_id]);
    expect([name, await tryAll(clientWith(credentials), bucket)]).toEqual([name, allowing('read')]);
  }
  expect(again).toEqual({});
  expect(state).toContain(stored.plain?.access_key_id);
  expect(halves).toHaveLength(Object.keys(READ).length);
  expect(halves.filter((half) => state.includes(half))).toEqual([]);
});

function fromEnv(content: string): Credentials {
  const { AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '', AWS_ENDPOINT_URL_S3 = '' } = parseEnv(content);
  return {
    access_key_id: AWS_ACCESS_KEY_ID,
    secret_access_key: AWS_SECRET_ACCESS_KEY,
    endpoint: AWS_ENDPOINT_URL_S3,
  };
}
