import { Fn, TerraformIterator, TerraformOutput, TerraformVariable, Token } from 'cdktf';
import { expect, it } from 'vitest';
import { Emulator } from '../../../emulator';
import { AccessKey, Bucket, CredentialsFormat, RotatingAccessKey, Secret, SecretValue, Size } from '../../../src';
import { expr } from '../../host/src/expr';
import { makeStack } from '../../host/src/support';
import { type Credentials, clientWith, deploy, layOut } from './deployment';
import { allowing, fill, tryAll } from './uses';

/** Buckets and secrets for the elements of a variable, which Terraform knows only when it runs. */

interface Outputs {
  readonly aliases: Readonly<Record<string, string>>;
  readonly acme: string;
  readonly single: string;
  readonly reader: Credentials;
  readonly writer: Credentials;
  readonly owners: Readonly<Record<string, Credentials>>;
}

it('C2: grants open all buckets of a map, one of them, and to each key its own, also those that come later', async () => {
  await using emulator = await Emulator.start();
  const { inspect } = emulator;
  const deployment = await deploy(
    emulator,
    (stack) => {
      const quotas = new TerraformVariable(stack, 'quotas', { type: 'map(number)' });
      const tenants = TerraformIterator.fromMap(quotas.value);
      const buckets = Bucket.forEach(stack, 'Tenant', tenants, {
        maxSize: Size.bytes(Token.asNumber(tenants.value)),
        description: `of ${tenants.key}`,
        emptyOnDelete: true,
      });
      const single = new Bucket(stack, 'Single', { maxSize: Size.mebibytes(1) });
      const [reader, writer] = [new AccessKey(stack, 'Reader'), new AccessKey(stack, 'Writer')];
      buckets.grantRead(reader);
      single.grantRead(reader);
      buckets.at('acme').grantWrite(writer);
      const owner = new RotatingAccessKey(stack, 'Owner');
      owner.resource.forEach = tenants;
      buckets.each.grantOwner(owner);
      reader.outputCredentials('reader');
      writer.outputCredentials('writer');
      const own = expr(`{ for name, key in ${owner.resource.fqn} : name => key.current }`);
      new TerraformOutput(stack, 'owners', { value: own, sensitive: true });
      new TerraformOutput(stack, 'aliases', { value: buckets.aliases });
      new TerraformOutput(stack, 'acme', { value: buckets.at('acme').alias });
      new TerraformOutput(stack, 'single', { value: single.alias });
    },
    { variables: { quotas: '{"acme": 1000000, "b/c": 2000000}' } },
  );
  const { aliases, acme, single, reader, writer, owners } = await deployment.outputs<Outputs>();
  const { acme: first = '', 'b/c': second = '' } = aliases;
  await fill(emulator, first, second, single);

  const quotas = inspect.buckets().map(({ alias, description, maxSize }) => [alias, description, Number(maxSize)]);
  expect(quotas).toEqual(
    expect.arrayContaining([
      [first, 'of acme', 1_000_000],
      [second, 'of b/c', 2_000_000],
    ]),
  );
  expect(acme).toBe(first);
  const outcomesOf = async (credentials: Credentials | undefined, ...names: readonly string[]) => {
    if (!credentials) throw new Error('there is no such key');
    const client = clientWith(credentials);
    return Promise.all(names.map((name) => tryAll(client, name)));
  };
  expect(await outcomesOf(reader, first, second, single)).toEqual([
    allowing('read'),
    allowing('read'),
    allowing('read'),
  ]);
  expect(await outcomesOf(writer, first, second)).toEqual([allowing('write'), allowing()]);
  expect(await outcomesOf(owners.acme, first, second)).toEqual([allowing('owner'), allowing()]);
  expect(await outcomesOf(owners['b/c'], first, second)).toEqual([allowing(), allowing('owner')]);

  await deployment.apply({ quotas: '{"acme": 1000000, "later": 3000000}' });

  const after = await deployment.outputs<Outputs>();
  const { later = '' } = after.aliases;
  expect(Object.keys(after.aliases)).toEqual(['acme', 'later']);
  await fill(emulator, later);
  expect(await outcomesOf(after.reader, first, later)).toEqual([allowing('read'), allowing('read')]);
  expect(await outcomesOf(after.owners.later, first, later)).toEqual([allowing(), allowing('owner')]);
});

it('each secret of a map has its value, and its key where it takes one; a connection names it', async () => {
  await using emulator = await Emulator.start();
  const { inspect } = emulator;
  const stored = (name: string) =>
    inspect.secretValue(inspect.secrets().find((secret) => secret.name === name)?.id ?? '')?.toString();
  const deployment = await deploy(
    emulator,
    (stack) => {
      const values = new TerraformVariable(stack, 'values', { type: 'map(string)', sensitive: true });
      values.addOverride('ephemeral', true);
      const databases = TerraformIterator.fromMap({ orders: '1', users: '2' });
      const secrets = Secret.forEach(stack, 'Password', databases, {
        secretName: `password-${databases.key}`,
        value: SecretValue.fromEphemeral(Token.asString(Fn.lookup(values.value, databases.key)), {
          version: Token.asString(databases.value),
        }),
      });
      const sinks = Secret.forEach(stack, 'Sink', databases, {
        secretName: `key-${databases.key}`,
        value: placeholder(),
      });
      sinks.resource.lifecycle = { ignoreChanges: ['value'] };
      const bucket = new Bucket(stack, 'Bucket', { maxSize: Size.mebibytes(1) });
      const key = new AccessKey(stack, 'Key');
      const { secretName, endpoint, accessKeyId, region, bucket: alias } = bucket.connection(key, { region: 'eu-1' });
      bucket.grantRead(key);
      key.storeInSecret(sinks.at('users'), { format: CredentialsFormat.JSON });
      new TerraformOutput(stack, 'names', { value: secrets.secretNames });
      new TerraformOutput(stack, 'connection', { value: { secretName, endpoint, accessKeyId, region, alias } });
      new TerraformOutput(stack, 'alias', { value: bucket.alias });
    },
    { variables: { values: '{"orders": "canary-orders", "users": "canary-users"}' } },
  );

  const { names, connection, alias } = await deployment.outputs<{
    names: object;
    connection: Record<string, string>;
    alias: string;
  }>();

  expect(names).toEqual({ orders: 'password-orders', users: 'password-users' });
  expect(['password-orders', 'password-users', 'key-orders'].map(stored)).toEqual([
    'canary-orders',
    'canary-users',
    'placeholder',
  ]);
  const [key] = inspect.accessKeys();
  expect(connection).toEqual({
    secretName: 'key-users',
    endpoint: emulator.s3Endpoint,
    accessKeyId: key?.accessKeyId,
    region: 'eu-1',
    alias,
  });
  const held = JSON.parse(stored('key-users') ?? '{}') as Credentials;
  expect(held).toMatchObject({ access_key_id: key?.accessKeyId });
  await fill(emulator, alias);
  expect(await tryAll(clientWith({ ...held, endpoint: connection.endpoint ?? '' }), alias)).toEqual(allowing('read'));
  const state = await deployment.readState();
  for (const secret of ['canary-orders', 'canary-users', held.secret_access_key]) expect(state).not.toContain(secret);
});

const placeholder = () => SecretValue.unsafePlainText('placeholder');

/** Keys of buckets, with what Terraform and the names of outputs read as something else. */
const NAMES = ['a.b', 'a_b', 'say "hi" \\'];

it('another stack reads the buckets of a map from the state of this one', async () => {
  await using emulator = await Emulator.start();
  const { inspect } = emulator;
  const stacks = await layOut(emulator, (app) => {
    const [service, web] = [makeStack(app, 'service'), makeStack(app, 'web')];
    const variable = new TerraformVariable(service, 'names', { type: 'set(string)', default: NAMES });
    const tenants = TerraformIterator.fromList(variable.listValue);
    const buckets = Bucket.forEach(service, 'Tenant', tenants, {
      maxSize: Size.mebibytes(1),
      description: Token.asString(tenants.value),
    });
    const key = new AccessKey(web, 'Key');
    buckets.grantRead(key);
    key.storeIn('all');
    const one = NAMES.map((name) => buckets.at(name).alias);
    new TerraformOutput(web, 'one', { value: one });
    new TerraformOutput(web, 'all', { value: buckets.aliases });
  });
  for (const stack of stacks) await stack.apply();

  const outputs = await stacks[1]?.outputs();

  const aliases = Object.fromEntries(inspect.buckets().map(({ description, alias }) => [description, alias]));
  expect(outputs).toEqual({ one: NAMES.map((name) => aliases[name]), all: aliases });
  expect(inspect.accessKeys()[0]?.bucketIds).toHaveLength(NAMES.length);
});
