import {
  App,
  Aspects,
  DataResource,
  Fn,
  HttpBackend,
  type IAspect,
  TerraformHclModule,
  TerraformLocal,
  TerraformOutput,
  TerraformStack,
  TerraformVariable,
  Testing,
  Token,
} from 'cdktf';
import { Construct, type IConstruct } from 'constructs';
import { expect, onTestFinished, test, vi } from 'vitest';
import { AccessKey, Bucket, l1, Secret, SecretValue, Size } from '../../../src';
import { block, bucketIn, makeApp, makeStack, synth, synthApp } from './support';

const CANARY = 'canary-5f0e';

/** A value in a place whose type does not say that it takes none, as plain JavaScript and the other languages can put it there. */
const any = (value: SecretValue) => value as never;

const data = (stack: TerraformStack, input: unknown) =>
  new DataResource(stack, 'X', { input: input as Record<string, unknown> });

type Put = (stack: TerraformStack, value: SecretValue) => void;

/** Every way in which a value was written as something else without a word, and the place that the error names. */
const PLACES: Readonly<Record<string, readonly [place: string, put: Put]>> = {
  'Fn.jsonencode': [
    'app/X: resource.coffer_secret.X.value_wo',
    (stack, value) => new l1.Secret(stack, 'X', { name: 'x', valueWo: Fn.jsonencode({ user: 'u', password: value }) }),
  ],
  'Fn.jsonencode in SecretValue.fromEphemeral': [
    'app/X: resource.coffer_secret.X_4AF5585A.value_wo',
    (stack, value) => {
      const text = SecretValue.fromEphemeral(Fn.jsonencode({ password: value }), { version: '1' });
      new Secret(stack, 'X', { secretName: 'x', value: text });
    },
  ],
  'JSON.stringify': [
    'app/X: resource.coffer_secret.X_4AF5585A.value, written as "[secret value]"',
    (stack, value) => {
      const text = SecretValue.unsafePlainText(JSON.stringify({ password: value }));
      new Secret(stack, 'X', { secretName: 'x', value: text });
    },
  ],
  'an output': [
    'app/X: output.X.value.a.0.b',
    (stack, value) => new TerraformOutput(stack, 'X', { value: { a: [{ b: value }] } }),
  ],
  'a local': ['app/X: locals.X', (stack, value) => new TerraformLocal(stack, 'X', { password: value })],
  'a variable of a module': [
    'app/X: module.X.password',
    (stack, value) => new TerraformHclModule(stack, 'X', { source: 'a/b/c', variables: { password: value } }),
  ],
  'an override': [
    'app/X: resource.terraform_data.X.input.0.password',
    (stack, value) => data(stack, []).addOverride('input', [{ password: value }]),
  ],
  'an override of the stack': [
    'app: terraform.backend.http.password',
    (stack, value) => stack.addOverride('terraform.backend.http.password', value),
  ],
  'a default': ['app/X: variable.X.default', (stack, value) => new TerraformVariable(stack, 'X', { default: value })],
  'Fn.merge': [
    'app/X: resource.terraform_data.X.input',
    (stack, value) => data(stack, Fn.merge([{ user: 'u' }, { password: value }])),
  ],
  'Token.asString': [
    'app/X: resource.terraform_data.X.input',
    (stack, value) => data(stack, `with ${Token.asString(value)} in it`),
  ],
  'an argument of a low-level construct': [
    'app/X: resource.coffer_secret.X.value_wo',
    (stack, value) => new l1.Secret(stack, 'X', { name: 'x', valueWo: any(value) }),
  ],
  'a nested argument of a low-level construct': [
    'app/X: resource.coffer_access_key.X.permissions',
    (stack, value) => new l1.AccessKey(stack, 'X', { bucketIds: ['b'], permissions: any(value) }),
  ],
  'an argument that is text': [
    'app/X: resource.coffer_bucket.X_4AF5585A.description',
    (stack, value) => new Bucket(stack, 'X', { maxSize: Size.bytes(1), description: any(value) }),
  ],
  'a token of a low-level provider': [
    'app/X: provider.coffer.0.token',
    (stack, value) => new l1.CofferProvider(stack, 'X', { alias: 'x', token: any(value) }),
  ],
  'a backend': [
    'app/backend: terraform.backend.http.password',
    (stack, value) => new HttpBackend(stack, { address: 'https://example.com', password: any(value) }),
  ],
  'a precondition': [
    'app/X: resource.terraform_data.X.lifecycle.precondition.0.condition',
    (stack, value) =>
      new DataResource(stack, 'X', { lifecycle: { precondition: [{ condition: any(value), errorMessage: 'x' }] } }),
  ],
};

test.each(Object.entries(PLACES))('C13: %s is no place for a value', (_what, [place, put]) => {
  const app = makeApp();
  const stack = makeStack(app);
  const [path, address] = place.split(': ');

  put(stack, SecretValue.fromVariable(stack, 'password', { version: '1' }));

  for (const act of [() => synthApp(app), () => synth(stack)]) {
    expect(act).toThrow(`"${path}" has a SecretValue in ${address}`);
    expect(act).toThrow('SecretValue.json');
  }
  expect(() => Testing.synthHcl(stack, true)).toThrow('has a SecretValue in');
});

test('C13: without validations, a misplaced value is an error, too', () => {
  const [app, other] = [makeApp(), new App({ outdir: makeApp().outdir, skipValidation: true })];
  const [stack, unchecked] = [makeStack(app), makeStack(other)];

  for (const each of [stack, unchecked]) data(each, { a: SecretValue.unsafePlainText(CANARY) });

  const place = '"app/X" has a SecretValue in resource.terraform_data.X.input.a';
  for (const act of [() => Testing.synth(stack), () => Testing.synthHcl(stack), () => other.synth()]) {
    expect(act).toThrow(place);
    expect(act).not.toThrow(CANARY);
  }
});

test('C13: all misplaced values are named at once, with the other problems of the stack', () => {
  const app = makeApp();
  const stack = makeStack(app);
  const value = SecretValue.unsafePlainText(CANARY);
  bucketIn(stack).grantRead(AccessKey.fromAccessKeyId(stack, 'Old', 'AK1'));

  new TerraformOutput(stack, 'a', { value: { one: value, two: [value, 'x'] } });
  new TerraformOutput(new Construct(stack, 'Scope'), 'b', { value: JSON.stringify({ value }) });

  for (const problem of [
    '"app/a" has a SecretValue in output.a.value.one',
    '"app/a" has a SecretValue in output.a.value.two.0',
    '"app/Scope/b" has a SecretValue in output.Scope_b_35883890.value, written as "[secret value]"',
    'bucket "app/Uploads" cannot be opened to "app/Old"',
  ]) {
    expect(() => synthApp(app)).toThrow(problem);
  }
});

test('C13: a value is misplaced in a stack without constructs of ours, too, and when an aspect puts it there', () => {
  const build = (put: (foreign: TerraformStack, value: SecretValue) => void) => {
    const app = makeApp();
    const foreign = new TerraformStack(app, 'foreign');
    put(foreign, SecretValue.fromVariable(makeStack(app), 'password'));
    return () => synthApp(app);
  };
  class Late implements IAspect {
    constructor(private readonly value: SecretValue) {}
    visit(node: IConstruct): void {
      if (node instanceof TerraformOutput) node.addOverride('value', this.value);
    }
  }

  const foreign = build((stack, value) => new TerraformOutput(stack, 'X', { value }));
  const text = build((stack, value) => new TerraformOutput(stack, 'X', { value: JSON.stringify([value]) }));
  const late = build((stack, value) => {
    new TerraformOutput(stack, 'X', { value: 'x' });
    Aspects.of(stack).add(new Late(value));
  });

  for (const act of [foreign, text, late]) expect(act).toThrow('"foreign/X" has a SecretValue in output.X.value');
});

test.each([
  ['Java', '{"version":"1","isEphemeral":true}', true],
  ['Java', '{\n  "isEphemeral" : false,\n  "version" : null\n}', true],
  ['Java', '{"version":"1","isEphemeral":true,"name":"x"}', false],
  ['Java', '{"isEphemeral":true}', false],
  ['Java', '{"version":"1","version":"2"}', false],
  ['Python', '{"version":"1","isEphemeral":true}', false],
  [undefined, '{"version":"1","isEphemeral":true}', false],
  ['Python', '<cdktf_coffer.SecretValue object at 0x7f3a5c1d90>', true],
  ['Python', '<cdktn_coffer.SecretValue object at 0x7f3a5c1d90>', true],
  [undefined, '<cdktf_coffer.SecretValue object at 0x7f3a5c1d90>', false],
])('C13: in %s, the text %j is what is written for a value: %s', (language, text, isMisplaced) => {
  const stack = makeStack();
  new TerraformOutput(stack, 'X', { value: { a: `before ${JSON.stringify(JSON.stringify({ text }))}${text} after` } });
  new TerraformOutput(stack, 'Y', { value: { [text]: 1 } });

  if (language) vi.stubEnv('JSII_AGENT', `${language}/17`);
  onTestFinished(() => void vi.unstubAllEnvs());

  const places = ['"app/X" has a SecretValue in output.X.value.a, written as', '"app/Y" has'];
  if (isMisplaced) for (const place of places) expect(() => synth(stack)).toThrow(place);
  else expect(block(stack, 'output', 'Y')).toEqual({ value: { [text]: 1 } });
});

test('a dump of values is legal, and nobody else is kept from writing the same text', async () => {
  vi.resetModules();
  const { SecretValue: FreshValue } = await import('../../../src');
  const app = makeApp();
  const stack = new TerraformStack(app, 'app');
  const value = FreshValue.fromVariable(stack, 'password');
  new TerraformOutput(stack, 'X', { value: 'begins with [secret value]' });

  expect(JSON.parse(synthApp(app).app ?? '')).toMatchObject({ output: { X: { value: 'begins with [secret value]' } } });
  expect(JSON.stringify({ value })).toBe('{"value":"[secret value]"}');
  expect(() => synthApp(app)).toThrow('"app/X" has a SecretValue in output.X.value, written as "[secret value]"');
});
