import { TerraformOutput, type TerraformStack, TerraformVariable } from 'cdktf';
import { expect, it } from 'vitest';
import { Emulator } from '../../../emulator';
import { Bucket, CofferFunctions, Secret, SecretTemplateEncoding, SecretValue, Size } from '../../../src';
import { type Deployment, deploy } from './deployment';

/** Text with all that JSON, URLs and Terraform read as something else. */
const ODD = `p@ss w:/?#[]+%20&="q"\\ \${x}%{y}$ \u00e4'(*)!\n`;

const storedIn = ({ inspect }: Emulator): Readonly<Record<string, string>> =>
  Object.fromEntries(inspect.secrets().map(({ id, name }) => [name, String(inspect.secretValue(id))]));

const ephemeral = (stack: TerraformStack, name: string): string => {
  const variable = new TerraformVariable(stack, name, { type: 'string', sensitive: true });
  variable.addOverride('ephemeral', true);
  return variable.stringValue;
};

it('composed values arrive as JSON and URLs that say what the parts say', async () => {
  await using emulator = await Emulator.start();
  const password = `canary ${ODD}`;
  const deployment = await deploy(
    emulator,
    (stack) => {
      const value = SecretValue.fromVariable(stack, 'password', { version: '1' });
      const session = SecretValue.fromEphemeral(ephemeral(stack, 'session'), { version: '1' });
      const plain = SecretValue.unsafePlainText(ODD);
      const region = new TerraformVariable(stack, 'region', { type: 'string', default: 'eu "1"' }).stringValue;
      const hosts = new TerraformVariable(stack, 'hosts', { type: 'list(string)', default: ['a"', 'b'] }).listValue;
      const bucket = new Bucket(stack, 'Bucket', { maxSize: Size.bytes(1024) });
      const object = {
        user: `o"dd\\ $ 50% \u00e4`,
        'odd "key"': value,
        nested: { list: [1, true, null, session, { plain }], region, hosts },
        bucket: `id "${bucket.bucketId}"`,
        size: bucket.resource.maxSize,
        unwrapped: ephemeral(stack, 'unwrapped'),
      };
      const url = SecretValue.template('postgres://{user}:{value}@{host}/{db}?s={session}&p={plain}&r={region}', {
        user: 'a b@',
        value,
        host: 'db.example.com:5432',
        db: bucket.bucketId,
        session,
        plain,
        region,
      });
      const text = SecretValue.template('{{user}}$${x}$$ {value}{plain}{plain}{region}{on}{number}', {
        value,
        plain,
        region,
        on: true,
        number: bucket.resource.maxSize,
      });
      const raw = SecretValue.template('https://{value}', { value }, { encoding: SecretTemplateEncoding.TEXT });
      const config = CofferFunctions.dockerConfigJson([{ server: 'ghcr.io', username: 'me', password: text }]);
      new Secret(stack, 'Json', { secretName: 'json', objectValue: object });
      new Secret(stack, 'Url', { secretName: 'url', value: url });
      new Secret(stack, 'Text', { secretName: 'text', value: text });
      new Secret(stack, 'Raw', { secretName: 'raw', value: raw });
      new Secret(stack, 'Nested', { secretName: 'nested', value: SecretValue.json({ url, text, config }) });
      new Secret(stack, 'Plain', { secretName: 'plain', value: SecretValue.json({ plain, text: `$` }) });
      new TerraformOutput(stack, 'id', { value: bucket.bucketId });
    },
    { variables: { password, session: `canary-s ${ODD}`, unwrapped: `canary-u ${ODD}` } },
  );

  const { id } = await deployment.outputs<{ id: string }>();
  const again = await deployment.workspace.planActions();
  const state = await deployment.readState();

  const stored = storedIn(emulator);
  expect(JSON.parse(stored.json ?? '')).toEqual({
    user: `o"dd\\ $ 50% \u00e4`,
    'odd "key"': password,
    nested: {
      list: [1, true, null, `canary-s ${ODD}`, { plain: ODD }],
      region: 'eu "1"',
      hosts: ['a"', 'b'],
    },
    bucket: `id "${id}"`,
    size: 1024,
    unwrapped: `canary-u ${ODD}`,
  });
  const { username, password: encoded, host, pathname, searchParams } = new URL(stored.url ?? '');
  expect([username, encoded].map(decodeURIComponent)).toEqual(['a b@', password]);
  expect([host, pathname]).toEqual(['db.example.com:5432', `/${id}`]);
  expect(Object.fromEntries(searchParams)).toEqual({ s: `canary-s ${ODD}`, p: ODD, r: 'eu "1"' });
  const text = `{user}\${x}$$ ${password}${ODD}${ODD}eu "1"true1024`;
  expect(stored).toMatchObject({ text, raw: `https://${password}` });
  const auth = Buffer.from(`me:${text}`).toString('base64');
  const { config, ...nested } = JSON.parse(stored.nested ?? '') as Record<string, string>;
  expect(nested).toEqual({ url: stored.url, text });
  expect(JSON.parse(config ?? '')).toEqual({ auths: { 'ghcr.io': { auth } } });
  expect(JSON.parse(stored.plain ?? '')).toEqual({ plain: ODD, text: '$' });
  expect(again).toEqual({});
  expect(state).not.toContain('canary');
});

it('C9: each part of a composed value that changes is sent, and nothing else is', async () => {
  await using emulator = await Emulator.start();
  const { journal } = emulator;
  const variables = { one: 'canary 1', two: 'canary 2', one_version: '1', two_version: '1', region: 'eu' };
  const build =
    (user: string, hosts: Readonly<Record<string, string>> = { a: '1', b: '2' }) =>
    (stack: TerraformStack) => {
      const variable = (name: string) => new TerraformVariable(stack, name, { type: 'string' }).stringValue;
      const value = (name: string) => SecretValue.fromVariable(stack, name, { version: variable(`${name}_version`) });
      const objectValue = { user, hosts, one: value('one'), two: value('two'), region: variable('region') };
      new Secret(stack, 'Json', { secretName: 'json', objectValue });
    };
  const deployment: Deployment = await deploy(emulator, build('u'), { variables });
  const sent = () => journal.count({ operation: 'updateSecret' });
  const steps: number[] = [];
  const step = async (act: () => Promise<void>) => {
    await act();
    steps.push(sent());
  };

  await step(() => deployment.apply({ two: 'canary 3' }));
  await step(() => deployment.apply({ two: 'canary 3', two_version: '2' }));
  await step(() => deployment.apply({ two_version: '2', region: 'us' }));
  await step(() => deployment.change(build('v')));
  await step(() => deployment.change(build('v', { b: '2', a: '1' })));

  // Without a new version, a value is not sent; with another order of keys, neither.
  expect(steps).toEqual([0, 1, 2, 3, 3]);
  expect(JSON.parse(storedIn(emulator).json ?? '')).toMatchObject({ user: 'v' });
});
