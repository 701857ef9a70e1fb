import { Lazy, TerraformOutput, TerraformVariable } from 'cdktf';
import { expect, test } from 'vitest';
import { Bucket, CofferFunctions, Secret, SecretValue, Size } from '../../../src';
import { block, expr, makeStack, onlyResource, resources } from './support';

const synthesized = (value: unknown) => {
  const stack = makeStack();
  new TerraformOutput(stack, 'out', { value: value as string });
  return (block(stack, 'output', 'out') as { value: unknown }).value;
};

test('parse_size gives a number that a size takes', () => {
  const stack = makeStack();
  const quota = new TerraformVariable(stack, 'quota', { type: 'string' });

  new Bucket(stack, 'Uploads', { maxSize: Size.bytes(CofferFunctions.parseSize(quota.stringValue)) });

  expect(onlyResource(stack, 'coffer_bucket')).toEqual({ max_size: expr('provider::coffer::parse_size(var.quota)') });
});

test('format_size and registry_server give text', () => {
  expect(synthesized(CofferFunctions.formatSize(1024))).toBe(expr('provider::coffer::format_size(1024)'));
  expect(synthesized(CofferFunctions.registryServer('ghcr.io/acme/web:1'))).toBe(
    expr('provider::coffer::registry_server("ghcr.io/acme/web:1")'),
  );
});

test('text arrives as it is, whatever is in it', () => {
  expect(synthesized(CofferFunctions.registryServer(`a"b\\c\n$${'$'}{d}%{e}`))).toBe(
    expr(String.raw`provider::coffer::registry_server("a\"b\\c\n$${'$'}{d}%%{e}")`),
  );
});

test('C13: an expression in text is one, with a token or without', () => {
  expect(synthesized(CofferFunctions.parseSize(expr('var.quota')))).toBe(
    expr('provider::coffer::parse_size(var.quota)'),
  );
  expect(synthesized(CofferFunctions.parseSize(Lazy.stringValue({ produce: () => '10GiB' })))).toBe(
    expr('provider::coffer::parse_size("10GiB")'),
  );
});

test('docker_config_json is ephemeral if a password is, with the versions of all', () => {
  const stack = makeStack();

  const config = CofferFunctions.dockerConfigJson([
    { server: 'ghcr.io', username: 'me', password: SecretValue.fromVariable(stack, 'one', { version: '1' }) },
    {
      server: 'quay.io',
      username: 'a+b',
      password: SecretValue.fromEphemeral(expr('ephemeral.x.y.z'), { version: '2' }),
    },
    { server: 'h.example', username: 'u', password: SecretValue.unsafePlainText(`p"w${'$'}{x}`) },
  ]);
  new Secret(stack, 'Config', { secretName: 'docker-config', value: config });

  expect(onlyResource(stack, 'coffer_secret')).toEqual({
    name: 'docker-config',
    value_wo: expr(
      'provider::coffer::docker_config_json([' +
        '{"server" = "ghcr.io", "username" = "me", "password" = var.one}, ' +
        `{"server" = "quay.io", "username" = "a+b", "password" = ephemeral.x.y.z}, ` +
        String.raw`{"server" = "h.example", "username" = "u", "password" = "p\"w$${'$'}{x}"}])`,
    ),
    // First a hash of the registries and user names. The third secret has no version, so a hash of it stands for one.
    value_wo_version: expect.stringMatching(/^[0-9a-f]{16}\/1\/2\/[0-9a-f]{16}$/),
  });
});

test.each([
  ['data.vault["a\\"b"].x["token"]'],
  ['jsonencode({ "a" = "b" })'],
  ['"x"'],
  [`join("", ["}", "${expr('var.a["k"]')}", "\\\\"])`],
])('an expression with quotes arrives as it is: %s', (code) => {
  const stack = makeStack();
  const password = SecretValue.fromEphemeral(expr(code));
  const mixed = SecretValue.fromEphemeral(`${expr(code)}"${expr(code)}`);

  const value = (secret: SecretValue) =>
    CofferFunctions.dockerConfigJson([{ server: 's', username: 'u', password: secret }]);
  new Secret(stack, 'Whole', { secretName: 'a', value: value(password) });
  new Secret(stack, 'Mixed', { secretName: 'b', value: value(mixed) });

  const codes = Object.values(resources(stack, 'coffer_secret')).map(({ value_wo }) => String(value_wo));
  expect(codes.sort()).toEqual(
    [code, `join("", [${code}, "\\"", ${code}])`]
      .map((argument) =>
        expr(`provider::coffer::docker_config_json([{"server" = "s", "username" = "u", "password" = ${argument}}])`),
      )
      .sort(),
  );
});

test('C9: the version of docker_config_json keeps the version of each password in its place', () => {
  const versionOf = (versions: readonly (string | undefined)[]) => {
    const stack = makeStack();
    const credentials = versions.map((version, index) => ({
      server: `registry-${index}.example`,
      username: 'me',
      password: SecretValue.fromVariable(stack, `password_${index}`, version === undefined ? {} : { version }),
    }));
    return CofferFunctions.dockerConfigJson(credentials).version;
  };
  const lists = [
    ['1', '1', '2'],
    ['1', '2', '2'],
    ['1', '2', '1'],
    ['1/2', '2', '2'],
    ['1', '2/2', '2'],
    ['1%2F2', '2', '2'],
  ];
  const partial = [
    ['1', undefined, undefined],
    [undefined, '1', undefined],
    [undefined, undefined, '1'],
  ];

  const joined = [...lists, ...partial].map(versionOf);

  expect(new Set(joined).size).toBe(joined.length);
  expect(versionOf([undefined, undefined])).toMatch(/^[0-9a-f]{16}\/\/$/);
  expect(versionOf(['1', '1', '2'])).toMatch(/^[0-9a-f]{16}\/1\/1\/2$/);
});

test('C9: the version of docker_config_json changes with each registry and each user name', () => {
  const USER = 'the user name that Terraform knows';
  const versionWith = (...given: readonly [server: string, username: string]) => {
    const stack = makeStack();
    const user = new TerraformVariable(stack, 'user', { type: 'string' }).stringValue;
    const [server = '', username = ''] = given.map((text) => text.replace(USER, user));
    const other = { server: 'quay.io', username: 'me', password: SecretValue.fromVariable(stack, 'other') };
    const password = SecretValue.fromVariable(stack, 'token', { version: '1' });
    new Secret(stack, 'Config', {
      secretName: 'config',
      value: CofferFunctions.dockerConfigJson([{ server, username, password }, other]),
    });
    return String(onlyResource(stack, 'coffer_secret').value_wo_version);
  };

  const versions = [
    versionWith('ghcr.io', 'me'),
    versionWith('ghcr.io/acme', 'me'),
    versionWith('ghcr.io', 'you'),
    versionWith('me', 'ghcr.io'),
    versionWith('ghcr.io', USER),
    versionWith(USER, 'ghcr.io'),
    versionWith('ghcr.io', `${USER}"`),
  ];

  expect(new Set(versions).size).toBe(versions.length);
  expect(versionWith('ghcr.io', 'me')).toBe(versions[0]);
  expect(versions[4]).toMatch(/^[0-9a-f]{16}\/.*sha256\(jsonencode\(ephemeralasnull\(\[.*var\.user/);
});

test('C9: a version that is not known at synthesis is escaped by Terraform', () => {
  const stack = makeStack();
  const day = new TerraformVariable(stack, 'day', { type: 'string' });
  const password = SecretValue.fromVariable(stack, 'one', { version: day.stringValue });
  const other = SecretValue.fromVariable(stack, 'two', { version: expr('timestamp()') });

  const { version } = CofferFunctions.dockerConfigJson([
    { server: 'ghcr.io', username: 'me', password },
    { server: 'quay.io', username: 'me', password: other },
  ]);

  const [hash] = version?.split('/') ?? [];
  new TerraformOutput(stack, 'out', { value: version });
  expect(hash).toMatch(/^[0-9a-f]{16}$/);
  expect(block(stack, 'output', 'out')).toEqual({
    value: `${hash}/${expr('urlencode(var.day)')}/${expr('urlencode(timestamp())')}`,
  });
});

test('C9: plain text among ephemeral values has a version, which changes with it', () => {
  const stack = makeStack();
  const login = (password: SecretValue) => ({ server: 'ghcr.io', username: 'me', password });
  const ephemeral = () => SecretValue.fromVariable(stack, 'token');
  const versionWith = (text: string) =>
    CofferFunctions.dockerConfigJson([login(ephemeral()), login(SecretValue.unsafePlainText(text))]).version;

  const [hash] = versionWith('a')?.split('/') ?? [];
  expect(versionWith('a')).toMatch(/^[0-9a-f]{16}\/\/[0-9a-f]{16}$/);
  expect(versionWith('a')).toBe(versionWith('a'));
  expect(versionWith('a')).not.toBe(versionWith('b'));
  const kept = new TerraformVariable(stack, 'kept', { type: 'string' });
  new TerraformOutput(stack, 'out', { value: versionWith(kept.stringValue) });
  expect(block(stack, 'output', 'out')).toEqual({ value: `${hash}//${expr('urlencode(sha256(var.kept))')}` });
  expect(CofferFunctions.dockerConfigJson([login(SecretValue.unsafePlainText('a'))]).version).toBeUndefined();
});

test('s3_environment gives each variable', () => {
  const variables = CofferFunctions.s3Environment({
    endpoint: 's3.example',
    bucket: 'uploads',
    accessKeyId: 'AK',
    secretAccessKey: 'SK',
  });

  expect(Object.keys(variables)).toEqual([
    'AWS_ACCESS_KEY_ID',
    'AWS_ENDPOINT_URL_S3',
    'AWS_REGION',
    'AWS_SECRET_ACCESS_KEY',
    'S3_BUCKET',
  ]);
  expect(synthesized(variables.AWS_REGION)).toBe(
    expr('provider::coffer::s3_environment("s3.example", "us-east-1", "uploads", "AK", "SK").AWS_REGION'),
  );
});
