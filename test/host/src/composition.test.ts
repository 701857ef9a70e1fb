import {
  DataResource,
  Fn,
  Lazy,
  TerraformLocal,
  TerraformOutput,
  type TerraformStack,
  TerraformVariable,
  Token,
} from 'cdktf';
import { expect, test } from 'vitest';
import {
  Bucket,
  CofferFunctions,
  EphemeralAccessKey,
  Secret,
  SecretEncoding,
  SecretTemplateEncoding,
  SecretValue,
  Size,
} from '../../../src';
import { block, expr, makeStack, onlyResource, resources, synth } from './support';

const CANARY = 'canary-5f0e';

const variable = (stack: TerraformStack, name = 'pw', version = '1') =>
  SecretValue.fromVariable(stack, name, { version });

const labelsIn = (stack: TerraformStack): Record<string, string> =>
  Token.asStringMap(new TerraformVariable(stack, `labels${stack.node.children.length}`, { type: 'map(string)' }).value);

/** The argument of a secret with a value: the text, as Terraform reads it. */
function textOf(build: (stack: TerraformStack) => SecretValue): unknown {
  const stack = makeStack();
  new Secret(stack, 'S', { secretName: 's', value: build(stack) });
  const { value, value_wo } = onlyResource(stack, 'coffer_secret');
  return value ?? value_wo;
}

const templateOf = (template: string, parts: Record<string, unknown>, encoding?: SecretTemplateEncoding) =>
  textOf((stack) =>
    SecretValue.template(template, { pw: variable(stack), ...parts }, { ...(encoding && { encoding }) }),
  );

test('JSON has everything that the object has, in the order of the keys', () => {
  const text = textOf((stack) =>
    SecretValue.json({ z: null, pw: variable(stack), n: -1.5, l: [true, [], {}, '"x'], gone: undefined }),
  );

  expect(text).toBe(String.raw`{"l":[true,[],{},"\"x"],"n":-1.5,"pw":${expr('jsonencode(var.pw)')},"z":null}`);
});

const PW = expr('replace(urlencode(var.pw), "+", "%20")');
const RAW = expr('var.pw');

test.each<[template: string, parts: Record<string, unknown>, text: string, encoding?: SecretTemplateEncoding]>([
  ['{pw}', {}, RAW],
  ['Server=h;Password={pw};', {}, `Server=h;Password=${RAW};`],
  [
    'postgres://{user}:{pw}@h',
    { user: 'a @:/?#+%!*\u00e4' },
    `postgres://a%20%40%3A%2F%3F%23%2B%25%21%2A%C3%A4:${PW}@h`,
  ],
  ['redis://:{pw}@{host}:{port}/{db}', { host: 'h:1', port: 6379, db: 0 }, `redis://:${PW}@h:1:6379/0`],
  ['jdbc:postgresql://{host}/d?password={pw}', { host: 'h:1,i:2' }, `jdbc:postgresql://h:1,i:2/d?password=${PW}`],
  ['https://{host}?a={a}#{pw}', { host: 'h:1', a: 'x@y&' }, `https://h:1?a=x%40y%26#${PW}`],
  ['https://h/{a}@{pw}', { a: 'b/c' }, `https://h/b%2Fc@${PW}`],
  ['{a}:{pw}@tcp(h)', { a: 'u@' }, `u@:${RAW}@tcp(h)`],
  ['{a}:{pw}', { a: 'u@' }, `u%40:${PW}`, SecretTemplateEncoding.URL],
  ['x://{a}:{pw}@h', { a: 'u@' }, `x://u@:${RAW}@h`, SecretTemplateEncoding.TEXT],
  ['{s}://{a}:{pw}@{h}/d', { s: 'postgresql+x', a: 'u@', h: 'h:1' }, `postgresql+x://u%40:${PW}@h:1/d`],
  ['jdbc:{s}://{h}/{pw}', { s: 'a+b', h: 'h:1' }, `jdbc:a+b://h:1/${PW}`],
  ['{a} see https://{h}/{pw}', { a: 'u@', h: 'h:1' }, `u@ see https://h:1/${RAW}`],
  [
    'DB_URL=x://{a}:{pw}@{h}\nB={b}',
    { a: 'u@', h: 'h:1', b: 'b@' },
    `DB_URL=x://u%40:${PW}@h:1\nB=b%40`,
    SecretTemplateEncoding.URL,
  ],
  ['{{pw}}{{{pw}}} {pw}{pw}', {}, `{pw}{${RAW}} ${RAW}${RAW}`],
  [`$%${expr('"$"')}{pw}`, {}, `${expr('"$%"')}${expr('"$"')}${RAW}`],
  ['a$${b}%{{c}}%{pw}$$ {pw}', {}, `a${expr('"$"')}{b}${expr('"%"')}{c}${expr('"%"')}${RAW}$$ ${RAW}`],
  ['{a} {pw}', { a: '%{IP:client} %%{x}' }, `${expr('"%"')}{IP:client} ${expr('"%%"')}{x} ${RAW}`],
  [`${expr('var.a')}{on}{pw}`, { on: true }, `${expr('var.a')}true${RAW}`],
])('the template %j with %j', (template, parts, text, encoding) => {
  expect(templateOf(template, parts, encoding)).toBe(text);
});

test('a dollar sign before a part escapes nothing', () => {
  const dollar = SecretValue.unsafePlainText('$');

  expect(templateOf('{dollar}{pw}', { dollar })).toBe(`${expr('"$"')}${RAW}`);
  expect(templateOf('{a}{pw}', { a: '%$' })).toBe(`${expr('"%$"')}${RAW}`);
  expect(templateOf('{a}{{x}}{pw}', { a: `${expr('var.a')}%` })).toBe(`${expr('var.a')}${expr('"%"')}{x}${RAW}`);
  // CDKTF drops the braces of an expression behind an escaped opening that has no end.
  expect(templateOf('{a}{pw}', { a: SecretValue.unsafePlainText(`${'$'}{`) })).toBe(`${expr('"$"')}{${RAW}`);
});

test('C9: a number in the template itself, and in plain text, is read by Terraform and has its part in the version', () => {
  const build = (tokens: number) => {
    const stack = makeStack();
    for (let each = 0; each < tokens; each += 1) Token.asNumber(expr(`var.other${each}`));
    const port = new TerraformVariable(stack, 'port', { type: 'number' }).numberValue;
    const server = `ghcr.io\\new:${port}`;
    const values = {
      config: CofferFunctions.dockerConfigJson([{ server, username: 'u', password: variable(stack) }]),
      json: SecretValue.json({ plain: SecretValue.unsafePlainText(`port ${port}`), pw: variable(stack) }),
      url: SecretValue.template(`x://h:${port}/{pw}`, { pw: variable(stack) }),
    };
    return Object.entries(values).map(([id, value]) => {
      const secret = new Secret(stack, id, { secretName: id, value });
      const { value_wo, value_wo_version } = resources(stack, 'coffer_secret')[secret.resource.friendlyUniqueId] ?? {};
      return [value_wo, value_wo_version];
    });
  };

  const secrets = build(0);

  const server = 'join("", ["ghcr.io\\\\new:", var.port])';
  const plain = 'join("", ["port ", var.port])';
  expect(secrets).toEqual([
    [expect.stringContaining(`"server" = ${server}`), expect.stringContaining(`ephemeralasnull([${server}])`)],
    [expect.stringContaining(`{"plain":${expr(`jsonencode(${plain})`)}`), expect.stringContaining(`sha256(${plain})`)],
    [`x://h:${expr('var.port')}/${PW}`, expect.stringContaining('ephemeralasnull([var.port])')],
  ]);
  // The number of a token depends on the order of statements.
  expect(build(3)).toEqual(secrets);
});

test('C13: a number that JavaScript has rounded is refused', () => {
  const rounded = 2 ** 53 + 2;
  const act = () => SecretValue.json({ id: [rounded], pw: variable(makeStack()) });

  expect(act).toThrow(`"object.id[0]" must be text, since JavaScript rounds whole numbers beyond 2^53, got ${rounded}`);
  expect(() => SecretValue.template('{id}{pw}', { id: -rounded, pw: variable(makeStack()) })).toThrow(
    'part "id" must be text',
  );
  expect(SecretValue.json({ id: 2 ** 53 - 1, half: 2 ** 60 + 0.5 - 2 ** 60, pw: variable(makeStack()) })).toBeTruthy();
});

test.each(
  Object.entries<readonly [build: (stack: TerraformStack) => unknown, problems: readonly string[]]>({
    'a template with mistakes': [
      (stack) => SecretValue.template(`{a}{b}{c} {"d"} ${expr('e')}`, { pw: variable(stack), c: CANARY, a: {}, e: 1 }),
      [
        '"{" in the template belongs to no part',
        '"}" in the template belongs to no part',
        'part "e" must be written {e} in the template, got an expression',
        'part "a" must be a SecretValue, text, a number or a boolean, got a object',
        'the template has {b}, but there is no part of that name',
        'part "pw" is not in the template',
      ],
    ],
    'a part that every object has': [
      (stack) => SecretValue.template('{pw}{toString}', { pw: variable(stack) }),
      ['the template has {toString}, but there is no part of that name'],
    ],
    'JSON of what is none': [
      (stack) =>
        SecretValue.json({
          pw: variable(stack),
          stack,
          l: [Number.NaN, () => CANARY, new Map(), 1n],
          at: { date: new Date(0) },
        }),
      [
        '"object.stack" must be text, a number, a boolean, null, a list, an object or a SecretValue, got a TerraformStack',
        '"object.l[0]" must be',
        '"object.l[1]" must be',
        '"object.l[2]" must be',
        '"object.l[3]" must be',
        '"object.at.date" must be',
      ],
    ],
    'JSON of what contains itself': [
      (stack) => {
        const list: unknown[] = [1];
        const object: Record<string, unknown> = { pw: variable(stack), list, twice: [list, list] };
        list.push({ object });
        return SecretValue.json(object);
      },
      ['"object.list[1].object" contains itself', '"object.twice[1][1].object" contains itself'],
    ],
    'a template and a part of half characters': [
      (stack) => SecretValue.template('x://{a}:{pw}@\ud83d', { pw: variable(stack), a: `${CANARY}\udc00` }),
      ['the template must be whole characters', 'part "a" must be whole characters'],
    ],
    'JSON with the entries of a map that only Terraform knows': [
      (stack) => SecretValue.json({ ...labelsIn(stack), inner: { ...labelsIn(stack), z: 1 }, pw: variable(stack) }),
      ['"object" must not mix entries with those of a map that only Terraform knows: give that map a key of its own'],
    ],
    'parts with such entries': [
      (stack) => SecretValue.template('{pw}', { ...labelsIn(stack), pw: variable(stack) }),
      ['the parts must not mix entries'],
    ],
    'JSON without a secret': [() => SecretValue.json({ a: CANARY }), ['"object" must contain a SecretValue']],
    'JSON of a secret': [
      () => SecretValue.json(SecretValue.unsafePlainText(CANARY) as never),
      ['"object" must be an object, got a SecretValue'],
    ],
    'an object without a secret, as a prop': [
      (stack) =>
        new Secret(stack, 'X', { secretName: 'x', objectValue: { a: CANARY }, encoding: SecretEncoding.BASE64 }),
      [
        '"objectValue" must contain a SecretValue, such as SecretValue.fromVariable(this, "password") (in app/X)',
        '"encoding" BASE64 is not for "objectValue", which is text (in app/X)',
      ],
    ],
    'text around an expression': [
      () => SecretValue.fromEphemeral(`postgres://${CANARY}:${expr('var.pw')}@h`),
      ["use SecretValue.template('…{name}…', { name: SecretValue.fromEphemeral(expression) })"],
    ],
    'two values': [
      (stack) =>
        new Secret(stack, 'X', {
          secretName: 'x',
          objectValue: { a: variable(stack) },
          value: SecretValue.unsafePlainText(CANARY),
        }),
      ['only one of "value", "objectValue" and "generateValue" can be given, got "value" and "objectValue" (in app/X)'],
    ],
  }),
)('%s is an error that names each problem and shows no text', (_what, [build, problems]) => {
  const act = () => build(makeStack());

  for (const problem of problems) expect(act).toThrow(problem);
  expect(act).not.toThrow(CANARY);
});

test('C9: every part of a composed value has its place in the version', () => {
  const versionsOf = (build: (stack: TerraformStack) => readonly SecretValue[]) =>
    build(makeStack()).map(({ version }) => version);
  const all = () =>
    versionsOf((stack) => {
      const [a, b, c] = [variable(stack, 'a'), variable(stack, 'b'), variable(stack, 'a', '1/1')];
      const none = SecretValue.fromVariable(stack, 'none');
      const plain = (text: string) => SecretValue.unsafePlainText(text);
      return [
        SecretValue.json({ x: a }),
        SecretValue.json({ y: a }),
        SecretValue.json({ x: b }),
        SecretValue.json({ x: c }),
        SecretValue.json({ x: none }),
        SecretValue.json({ x: [a] }),
        SecretValue.json({ x: a, y: b }),
        SecretValue.json({ x: a, y: a }),
        SecretValue.json({ x: a, y: plain('b') }),
        SecretValue.json({ x: a, y: plain('c') }),
        SecretValue.json({ x: a, y: 1 }),
        SecretValue.json({ x: a, y: '1' }),
        SecretValue.json({ x: '1', y: a }),
        SecretValue.template('{x}', { x: a }),
        SecretValue.template('{x}{y}', { x: a, y: b }),
        SecretValue.template('{x}{y}', { x: a, y: '-' }),
        SecretValue.template('{x}/{x}', { x: a }, { encoding: SecretTemplateEncoding.URL }),
        SecretValue.template('{x}/{x}', { x: a }),
      ];
    });

  const versions = all();

  expect(all()).toEqual(versions);
  expect(new Set(versions).size).toBe(versions.length);
  expect(versions.every((version) => /^[0-9a-f]{16}\//.test(version ?? ''))).toBe(true);
  const [one, other] = versionsOf((stack) => [
    SecretValue.json({ y: 1, x: variable(stack) }),
    SecretValue.json({ x: variable(stack), y: 1 }),
  ]);
  expect(one).toBe(other);
});

/** The version of a value of two parts, in the code. */
const versionOf = (build: (stack: TerraformStack) => SecretValue) => {
  const stack = makeStack();
  new Secret(stack, 'S', { secretName: 's', value: build(stack) });
  return onlyResource(stack, 'coffer_secret').value_wo_version;
};

const from = (code: string) => SecretValue.fromEphemeral(expr(code), { version: '1' });

const asLogins = ([one, two]: readonly SecretValue[]) =>
  CofferFunctions.dockerConfigJson([
    { server: 'a', username: 'u', password: one as SecretValue },
    { server: 'b', username: 'u', password: two as SecretValue },
  ]);

test.each(
  Object.entries<(stack: TerraformStack, names: readonly string[]) => SecretValue>({
    'variables in docker_config_json': (stack, names) => asLogins(names.map((name) => variable(stack, name))),
    'references in docker_config_json': (_stack, names) => asLogins(names.map((name) => from(`ephemeral.x.y.${name}`))),
    'references in JSON': (_stack, [x, y]) => SecretValue.json({ x: from(`data.x.${x}.y`), y: from(`data.x.${y}.y`) }),
    'tokens in a template': (_stack, names) => SecretValue.template('{0}{1}', { ...tokens(names) }),
    'references in a template in JSON': (_stack, names) =>
      SecretValue.json({ x: SecretValue.template('{0}{1}', { ...tokens(names) }) }),
    numbers: (_stack, names) => SecretValue.template('{0}{1}', { ...numbers(names) }),
  }),
)('C9: %s that change places change the version', (_what, compose) => {
  const version = versionOf((stack) => compose(stack, ['a', 'b']));

  expect(version).toBe(versionOf((stack) => compose(stack, ['a', 'b'])));
  expect(version).not.toBe(versionOf((stack) => compose(stack, ['b', 'a'])));
  expect(version).not.toBe(versionOf((stack) => compose(stack, ['a', 'a'])));
});

const tokens = (names: readonly string[]) =>
  names.map((name) => SecretValue.fromEphemeral(Fn.upper(expr(`ephemeral.x.y.${name}`)), { version: '1' }));

const numbers = (names: readonly string[]) =>
  names.map((name) => from(`f(${Token.asNumber(expr(`ephemeral.x.y.${name}`))})`));

test('C9: an attribute that is in the state has no more in the version than its value', () => {
  const version = (name: string) =>
    versionOf((stack) => {
      const bucket = new Bucket(stack, 'B', { maxSize: Size.bytes(1) });
      bucket.resource.overrideLogicalId(name);
      return SecretValue.json({ id: bucket.bucketId, pw: variable(stack) });
    });

  expect(String(version('one')).replace('coffer_bucket.one.', 'coffer_bucket.two.')).toBe(version('two'));
});

test('C11: a version that was read leaves logical ids to the program', () => {
  const stack = makeStack();
  const key = new EphemeralAccessKey(stack, 'Key');
  new Bucket(stack, 'B', { maxSize: Size.bytes(1) }).grantRead(key);
  const value = SecretValue.json({ key: SecretValue.fromEphemeral(key.secretAccessKey) });
  const { version } = value;
  key.resource.overrideLogicalId('mine');
  new Secret(stack, 'S', { secretName: 's', value });
  new TerraformOutput(stack, 'version', { value: `v-${version}` });
  new TerraformOutput(stack, 'upper', { value: Fn.upper(String(version)) });

  const code = synth(stack);

  expect(onlyResource(stack, 'coffer_secret').value_wo).toContain('coffer_access_key.mine.');
  const [, hash] = /^([0-9a-f]{16})\/$/.exec(String(onlyResource(stack, 'coffer_secret').value_wo_version)) ?? [];
  expect(hash).toHaveLength(16);
  expect(block(stack, 'output', 'version')).toEqual({ value: `v-${hash}/` });
  // As an argument it is quoted.
  expect(code).toContain(`upper(\\"${expr(`\\"${hash}\\"`)}/\\")`);
});

test('C9: Terraform hashes what it alone knows, and nothing ephemeral', () => {
  const stack = makeStack();
  const { stringValue } = new TerraformVariable(stack, 'v', { type: 'string' });

  const { version } = SecretValue.json({ a: stringValue, b: expr('var.w'), pw: variable(stack) });

  new TerraformOutput(stack, 'out', { value: version });
  const hash = `urlencode(sha256(jsonencode(ephemeralasnull([var.v, var.w]))))`;
  expect(block(stack, 'output', 'out')).toEqual({ value: expect.stringMatching(/^[0-9a-f]{16}\/\$\{.*\}\/1$/) });
  expect(block(stack, 'output', 'out')).toEqual({ value: expect.stringContaining(expr(hash)) });
  expect(SecretValue.json({ a: stringValue, pw: SecretValue.unsafePlainText('x') }).version).toBeUndefined();
});

const sensitive = (stack: TerraformStack, id = 'pin') =>
  new TerraformVariable(stack, id, { type: 'string', sensitive: true }).stringValue;

test.each(
  Object.entries<readonly [build: (stack: TerraformStack) => SecretValue, named?: string]>({
    JSON: [(stack) => SecretValue.json({ pin: sensitive(stack), pw: variable(stack) })],
    'a template': [(stack) => SecretValue.template('{pin}:{pw}', { pin: sensitive(stack), pw: variable(stack) })],
    'a config of docker, as a user name': [
      (stack) =>
        CofferFunctions.dockerConfigJson([{ server: 's', username: sensitive(stack), password: variable(stack) }]),
    ],
    'JSON, by a function': [
      (stack) => SecretValue.json({ pin: Fn.sensitive(Fn.file('pin.txt')), pw: variable(stack) }),
      'the result of "sensitive"',
    ],
    'JSON, beside what is no secret': [
      (stack) =>
        SecretValue.json({
          pin: Fn.join(')', [Fn.nonsensitive(Fn.upper(sensitive(stack, 'user'))), sensitive(stack)]),
          pw: variable(stack),
        }),
    ],
    'a template, as it is written': [
      (stack) => {
        sensitive(stack);
        return SecretValue.template('{pin}{pw}', { pin: expr('var.pin'), pw: variable(stack) });
      },
    ],
    'JSON, in the key of an object': [
      (stack) => {
        sensitive(stack);
        const labels = Token.asAny(Lazy.anyValue({ produce: () => ({ [expr('var.pin')]: '1' }) }));
        return SecretValue.json({ labels, pw: variable(stack) });
      },
    ],
  }),
)(
  'C3: what is sensitive and no SecretValue leaves no hash in the state: %s',
  (_what, [build, named = 'variable "app/pin"']) => {
    const stack = makeStack();
    new Secret(stack, 'Secret', { secretName: 'secret', value: build(stack) });

    expect(() => synth(stack)).toThrow(
      `"app/Secret" has a value composed with ${named}, which is sensitive and no SecretValue: the state would hold a hash of it, by ` +
        'which it can be guessed. Use SecretValue.fromVariable with a version; if it is no secret, Fn.nonsensitive says so',
    );
  },
);

test.each(
  Object.entries<readonly [value: (stack: TerraformStack, pin: string) => unknown, code: string]>({
    alone: [(_stack, pin) => Fn.nonsensitive(pin), 'nonsensitive(var.pin)'],
    'in a list': [(_stack, pin) => Fn.join('', [Fn.nonsensitive(pin), 'x']), 'join("", [nonsensitive(var.pin), "x"])'],
    'in a local value': [
      (stack, pin) => new TerraformLocal(stack, 'l', { shown: Fn.nonsensitive(Fn.upper(pin)) }).fqn,
      'nonsensitive(upper(var.pin))',
    ],
    'around a local value': [
      (stack, pin) => Fn.nonsensitive(new TerraformLocal(stack, 'l', Fn.sensitive(pin)).asString),
      'nonsensitive(local.l)',
    ],
    'around text with parentheses and quotation marks': [
      () => expr(`nonsensitive(join("(\\")", [var.pin, "(${expr('f(")")')}"]))`),
      'nonsensitive(join(',
    ],
    'as a part of a local value that is not sensitive': [
      (stack, pin) => expr(`local.${new TerraformLocal(stack, 'l', { pin, user: 'app' }).friendlyUniqueId}.user`),
      'local.l.user',
    ],
    'as an ephemeral variable': [
      (stack) => {
        stack.addOverride('variable.session.ephemeral', true);
        return sensitive(stack, 'session');
      },
      'jsonencode(var.session)',
    ],
    'by a resource, whose state has it': [
      (stack, pin) => new DataResource(stack, 'Data', { input: { pin } }).output,
      'terraform_data.Data.output',
    ],
  }),
)('C3: what is sensitive may be composed if it is no secret any more: %s', (_what, [build, code]) => {
  const stack = makeStack();
  const value = build(stack, sensitive(stack));

  new Secret(stack, 'S', { secretName: 's', objectValue: { value, pw: variable(stack) } });

  expect(synth(stack).replaceAll('\\"', '"')).toContain(code);
});
