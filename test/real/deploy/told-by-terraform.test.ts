import { type App, TerraformIterator, TerraformOutput, TerraformStack, TerraformVariable } from 'cdktf';
import { expect, it } from 'vitest';
import { Emulator } from '../../../emulator';
import {
  AccessKey,
  Bucket,
  CofferProvider,
  EphemeralAccessKey,
  Permission,
  PullSecret,
  Secret,
  SecretValue,
  Size,
} from '../../../src';
import { makeStack } from '../../host/src/support';
import { layOut } from './deployment';

const SIZE = { maxSize: Size.bytes(100) };

type Build = (stack: TerraformStack, app: App) => void;

/** Mistakes that no check finds at synthesis, the title of what reports them, and how many keys and secrets there are then. */
const MISTAKES: Readonly<Record<string, readonly [title: string, build: Build, made?: readonly number[]]>> = {
  'a key of a bucket that was removed': [
    'Reference to undeclared resource',
    (stack) => {
      new Bucket(stack, 'B', SIZE).grantRead(new AccessKey(stack, 'K'));
      stack.node.tryRemoveChild('B');
    },
  ],
  'a key that opens nothing': [
    'It needs at least one element',
    (stack) => new AccessKey(stack, 'K', { permission: Permission.READ }),
  ],
  'a key without a permission': [
    'Missing permission',
    (stack) => new AccessKey(stack, 'K', { buckets: [new Bucket(stack, 'B', SIZE)] }),
  ],
  'the current bucket of a map for a key that is not repeated': [
    'Reference to "each" in context without for_each',
    (stack) => {
      const buckets = Bucket.forEach(stack, 'B', TerraformIterator.fromList(['a', 'b']), SIZE);
      buckets.each.grantRead(new AccessKey(stack, 'K'));
    },
  ],
  'something in another stack that is waited for': [
    'Invalid depends_on reference',
    (stack, app) => {
      const other = new Bucket(makeStack(app, 'other'), 'B', SIZE);
      new Bucket(stack, 'C', { ...SIZE, dependsOn: [other] });
    },
  ],
  'an ephemeral key that crosses stacks': [
    'Ephemeral value not allowed',
    (stack, app) => {
      const key = new EphemeralAccessKey(stack, 'K');
      new Bucket(stack, 'B', SIZE).grantRead(key);
      const value = SecretValue.fromEphemeral(key.secretAccessKey, { version: '1' });
      new Secret(makeStack(app, 'other'), 'S', { secretName: 's', value });
    },
  ],
  'a secret variable of another stack': [
    'Ephemeral value not allowed',
    (stack, app) => {
      const value = SecretValue.fromVariable(stack, 'password', { version: '1' });
      new Secret(makeStack(app, 'other'), 'S', { secretName: 's', value });
    },
  ],
  'a key stored by name that is made before the old one goes': [
    'Secret name already exists',
    (stack) => {
      const turn = new TerraformVariable(stack, 'turn', { type: 'string', default: '1' });
      const key = new AccessKey(stack, 'K', { rotationTrigger: { turn: turn.stringValue } });
      new Bucket(stack, 'B', SIZE).grantRead(key);
      key.storeIn('k');
      key.resource.lifecycle = { createBeforeDestroy: true };
    },
    [1, 1],
  ],
};

it.each(Object.entries(MISTAKES))(
  'C14: %s is told by Terraform before anything is made or lost',
  async (_what, row) => {
    const [title, build, made = [0, 0]] = row;
    await using emulator = await Emulator.start();
    const stacks = await layOut(emulator, (app) => build(makeStack(app), app), { variables: { password: 'secret' } });

    const applied = (async () => {
      for (const turn of ['1', '2']) for (const stack of stacks) await stack.apply({ turn });
    })();

    await expect(applied).rejects.toThrow(title);
    expect([emulator.inspect.accessKeys().length, emulator.inspect.secrets().length]).toEqual(made);
  },
);

it('C14: values that the service refuses are told by the provider in a plan, all of a stack at once', async () => {
  await using emulator = await Emulator.start();
  const [wrong, elsewhere, importing] = await layOut(
    emulator,
    (app) => {
      const stack = makeStack(app, 'wrong');
      const password = SecretValue.fromVariable(stack, 'password', { version: '1' });
      const provider = new CofferProvider(stack, 'Provider', {
        ...{ alias: 'other', projectId: '', tokenFile: '', s3Region: '', s3Endpoint: '' },
        ...{ maxRetries: 1.5, maxConcurrentRequests: 0 },
      });
      new Secret(stack, 'Name', { secretName: 'DB_PASSWORD', value: password });
      new Secret(stack, 'Project', { secretName: 'p', value: password, projectId: '' });
      new Bucket(stack, 'Managed', { ...SIZE, provider });
      new Bucket(stack, 'Quota', { maxSize: Size.bytes(0) });
      new PullSecret(stack, 'Server', {
        server: '',
        username: '',
        password,
        passwordExpiresAt: '2026-02-30T12:00:00Z',
      });
      new PullSecret(stack, 'Nobody', { server: 's.example', password });
      const opening = { permission: Permission.READ, buckets: [Bucket.fromBucketId(stack, 'E', '')] };
      new AccessKey(stack, 'Id', opening).storeInSecret(Secret.fromSecretId(stack, 'ES', ''));
      new AccessKey(stack, 'Sink', opening).storeIn('DB_KEY');
      new TerraformOutput(stack, 'alias', { value: Bucket.fromBucketAlias(stack, 'Alias', '').alias });
      const url = new TerraformStack(app, 'elsewhere');
      new CofferProvider(url, 'coffer', { baseUrl: 'api.example.com' });
      new Bucket(url, 'B', SIZE);
      new Bucket(makeStack(app, 'importing'), 'B', { ...SIZE, importId: '' });
    },
    { variables: { password: 'secret' } },
  );
  const planned = async (stack: typeof wrong) =>
    (await stack?.workspace.run(['plan', '-input=false', '-no-color']))?.output;

  const output = (await planned(wrong)) ?? '';
  const told = [...output.matchAll(/^ +\d+: +"(\w+)":|Error: (Missing username)/gm)].map(
    ([, argument, title]) => argument ?? title,
  );
  expect(told.sort()).toEqual(
    [
      ...['max_concurrent_requests', 'max_retries', 'project_id', 's3_endpoint', 's3_region', 'token_file'],
      ...['name', 'project_id', 'max_size', 'server', 'username', 'password_expires_at', 'Missing username'],
      ...['bucket_ids', 'secret_id', 'bucket_ids', 'secret_name', 'alias'],
    ].sort(),
  );
  expect(await planned(elsewhere)).toContain('Error: Invalid base_url');
  expect(await planned(importing)).toContain('The import ID value evaluates to an empty string');
});
