import { Lazy, TerraformOutput, TerraformVariable } from 'cdktf';
import { expect, test } from 'vitest';
import { CofferFunctions, Secret, SecretValue } from '../../../src';
import { block, expr, makeStack, onlyResource } from './support';

const synthesized = (value: unknown) => {
  const stack = makeStack();
  new TerraformOutput(stack, 'out', { value: value as string });
  return (block(stack, 'output', 'out') as { value: unknown }).value;
};

test.each<[result: unknown, code: string]>([
  [CofferFunctions.formatSize(1024), 'format_size(1024)'],
  [CofferFunctions.registryServer('ghcr.io/acme/web:1'), 'registry_server("ghcr.io/acme/web:1")'],
  [CofferFunctions.registryServer(`a"b\\c\n$${'$'}{d}%{e}`), String.raw`registry_server("a\"b\\c\n$${'$'}{d}%%{e}")`],
  [CofferFunctions.parseSize(expr('var.quota')), 'parse_size(var.quota)'],
  [CofferFunctions.parseSize(Lazy.stringValue({ produce: () => '10GiB' })), 'parse_size("10GiB")'],
  [
    CofferFunctions.s3Environment({ endpoint: 'e', bucket: 'b', accessKeyId: 'id', secretAccessKey: 's' }).AWS_REGION,
    's3_environment("e", "us-east-1", "b", "id", "s").AWS_REGION',
  ],
])('C13: text arrives as it is, and an expression in it is one: %#', (result, code) => {
  expect(synthesized(result)).toBe(expr(`provider::coffer::${code}`));
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

test.each([['data.vault["a\\"b"].x["token"]'], ['"x"'], [`join("", ["}", "${expr('var.a["k"]')}", "\\\\"])`]])(
  'an expression with quotes arrives as it is: %s',
  (code) => {
    const codeOf = (expression: string) => {
      const stack = makeStack();
      const password = SecretValue.fromEphemeral(expression);
      const value = CofferFunctions.dockerConfigJson([{ server: 's', username: 'u', password }]);
      new Secret(stack, 'Secret', { secretName: 's', value });
      return onlyResource(stack, 'coffer_secret').value_wo;
    };
    const login = (password: string) =>
      expr(`provider::coffer::docker_config_json([{"server" = "s", "username" = "u", "password" = ${password}}])`);

    expect(codeOf(expr(code))).toBe(login(code));
    expect(codeOf(`${expr(code)}"${expr(code)}`)).toBe(login(`join("", [${code}, "\\"", ${code}])`));
  },
);

test('C9: the version of docker_config_json keeps the version of each password in its place', () => {
  const versionOf = (...versions: readonly (string | undefined)[]) => {
    const stack = makeStack();
    const credentials = versions.map((version, index) => ({
      server: `registry-${index}.example`,
      username: 'me',
      password: SecretValue.fromVariable(stack, `password_${index}`, version === undefined ? {} : { version }),
    }));
    return CofferFunctions.dockerConfigJson(credentials).version;
  };

  const joined = [
    versionOf('1', '1', '2'),
    versionOf('1', '2', '1'),
    versionOf('1/2', '2', '2'),
    versionOf('1', '2/2', '2'),
    versionOf('1%2F2', '2', '2'),
    versionOf('1', undefined, undefined),
    versionOf(undefined, '1', undefined),
  ];

  expect(new Set(joined).size).toBe(joined.length);
  expect(joined[0]).toMatch(/^[0-9a-f]{16}\/1\/1\/2$/);
  expect(joined[6]).toMatch(/^[0-9a-f]{16}\/\/1\/$/);
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

test('C9: plain text among ephemeral values has a hash as its version, which Terraform computes of what it alone knows', () => {
  const stack = makeStack();
  const login = (password: SecretValue) => ({ server: 'ghcr.io', username: 'me', password });
  const versionWith = (text: string) =>
    CofferFunctions.dockerConfigJson([
      login(SecretValue.fromVariable(stack, 'token')),
      login(SecretValue.unsafePlainText(text)),
    ]).version;
  const kept = new TerraformVariable(stack, 'kept', { type: 'string' }).stringValue;

  new TerraformOutput(stack, 'out', { value: versionWith(kept) });

  expect(versionWith('a')).toMatch(/^[0-9a-f]{16}\/\/[0-9a-f]{16}$/);
  expect(versionWith('a')).not.toBe(versionWith('b'));
  expect(block(stack, 'output', 'out', 'value')).toMatch(/^[0-9a-f]{16}\/\/\$\{urlencode\(sha256\(var.kept\)\)\}$/);
  expect(CofferFunctions.dockerConfigJson([login(SecretValue.unsafePlainText('a'))]).version).toBeUndefined();
});
