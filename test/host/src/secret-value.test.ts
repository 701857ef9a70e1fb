import { inspect } from 'node:util';
import { Fn, TerraformVariable } from 'cdktf';
import { Construct } from 'constructs';
import { afterEach, expect, test, vi } from 'vitest';
import { Bucket, Secret, SecretValue, Size } from '../../../src';
import { block, expr, makeApp, makeStack, onlyResource, synthApp } from './support';

const CANARY = 'canary-5f0e';

afterEach(() => vi.unstubAllEnvs());

test('C3: declares a sensitive ephemeral variable under the very name it was given', () => {
  const stack = makeStack();

  SecretValue.fromVariable(stack, 'session_secret', { description: 'Signs sessions.' });

  expect(block(stack, 'variable')).toEqual({
    session_secret: {
      type: 'string',
      sensitive: true,
      ephemeral: true,
      nullable: false,
      description: 'Signs sessions.',
    },
  });
});

test('C3: the version travels with the value', () => {
  const stack = makeStack();
  const version = new TerraformVariable(stack, 'v', { type: 'string', default: '1' });

  const value = SecretValue.fromVariable(stack, 'session_secret', { version: version.stringValue });
  new Secret(stack, 'Session', { secretName: 'session', value });

  expect(onlyResource(stack, 'coffer_secret')).toEqual({
    name: 'session',
    value_wo: expr('var.session_secret'),
    value_wo_version: `var.session_secret/${expr('urlencode(var.v)')}`,
  });
});

test('scopes of one stack share a variable that they describe alike, or that one of them describes', () => {
  const stack = makeStack();
  const description = 'Signs sessions.';
  const [a, b, c] = ['A', 'B', 'C'].map((id) => new Construct(stack, id));

  if (a) SecretValue.fromVariable(a, 'tok');
  if (a) SecretValue.fromVariable(a, 'tok', { description });
  if (b) SecretValue.fromVariable(b, 'tok', { description });
  if (c) SecretValue.fromVariable(c, 'tok');

  expect(block(stack, 'variable')).toMatchObject({ tok: { ephemeral: true, description } });
});

test('a variable of somebody else that is the same may stand beside it', () => {
  const stack = makeStack();
  const variable = new TerraformVariable(stack, 'tok', { type: 'string', sensitive: true, nullable: false });
  variable.addOverride('ephemeral', true);

  new Secret(stack, 'S', { secretName: 's', value: SecretValue.fromVariable(stack, 'tok') });

  expect(block(stack, 'variable')).toEqual({
    tok: { type: 'string', sensitive: true, nullable: false, ephemeral: true },
  });
});

test('C11: a variable that is declared in a scope that stays outlives another scope of it', () => {
  const stack = makeStack();
  const value = SecretValue.fromVariable(new Construct(stack, 'Scope'), 'tok');
  new Secret(stack, 'S', { secretName: 's', value });
  SecretValue.fromVariable(stack, 'tok');

  stack.node.tryRemoveChild('Scope');

  expect(onlyResource(stack, 'coffer_secret')).toMatchObject({ value_wo: expr('var.tok') });
});

test.each(['', '1st', 'with space', 'a.b', 'count', 'for_each'])('refuses %j as the name of a variable', (name) => {
  expect(() => SecretValue.fromVariable(makeStack(), name)).toThrow(`got ${JSON.stringify(name)}`);
});

test('takes a token or an expression as ephemeral, and no plain text, which it does not repeat', () => {
  const stack = makeStack();

  new Secret(stack, 'S', {
    secretName: 's',
    value: SecretValue.fromEphemeral(expr('ephemeral.vault.db.data'), { version: '7' }),
  });

  expect(onlyResource(stack, 'coffer_secret')).toMatchObject({
    value_wo: expr('ephemeral.vault.db.data'),
    value_wo_version: expect.stringMatching(/^[0-9a-f]{16}\/7$/),
  });
  expect(() => SecretValue.fromEphemeral(CANARY)).toThrow('got plain text: use SecretValue.fromVariable');
  expect(() => SecretValue.fromEphemeral(CANARY)).not.toThrow(CANARY);
});

test('plain text goes where a change of it is seen, kept from being read as a template', () => {
  const stack = makeStack();

  new Secret(stack, 'S', { secretName: 's', value: SecretValue.unsafePlainText(`a${'$'}{b}%{c}$d`) });

  expect(onlyResource(stack, 'coffer_secret')).toEqual({ name: 's', value: `a$${'$'}{b}%%{c}$d` });
});

test('an empty text and an empty version are refused', () => {
  expect(() => SecretValue.unsafePlainText('')).toThrow('must not be empty');
  expect(() => SecretValue.unsafePlainText('half \ud800')).toThrow('must be whole characters');
  expect(() => SecretValue.fromEphemeral(expr('x'), { version: '' })).toThrow('"version" must not be empty');
});

test('shows its text neither as a string, nor as JSON, nor to a debugger', () => {
  const value = SecretValue.unsafePlainText(CANARY);

  expect(() => `${value}`).toThrow('a SecretValue cannot be used as text');
  expect(() => `${value}`).not.toThrow(CANARY);
  expect(JSON.stringify({ value })).toBe('{"value":"[secret value]"}');
  expect(inspect(value, { depth: 9, showHidden: true })).not.toContain(CANARY);
});

test('C5: an ephemeral value may stand beside what crosses stacks as everything does', () => {
  const app = makeApp();
  const [storage, web] = [makeStack(app, 'storage'), makeStack(app, 'web')];
  const bucket = new Bucket(storage, 'Bucket', { maxSize: Size.gibibytes(1) });
  const region = new TerraformVariable(storage, 'region', { type: 'string' });
  const password = new TerraformVariable(web, 'password', { type: 'string', sensitive: true });
  password.addOverride('ephemeral', true);
  const parts = [bucket.alias, region.stringValue, password.stringValue];

  const value = SecretValue.fromEphemeral(Fn.join(':', parts), { version: '1' });
  new Secret(web, 'S', { secretName: 's', value });

  expect(synthApp(app).web).toContain('outputs.cross-stack-output-coffer_bucket');
});
