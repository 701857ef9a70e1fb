import { DataResource, Fn, TerraformIterator, TerraformLocal, TerraformStack, TerraformVariable, Token } from 'cdktf';
import { expect, test } from 'vitest';
import {
  AccessKey,
  CofferProvider,
  l1,
  NoPlainTextSecrets,
  Policy,
  PolicyRule,
  PullSecret,
  Secret,
  SecretValue,
} from '../../../../src';
import { bucketIn, expr, findings, makeApp, makeStack, problems, synth } from '../support';

const CANARY = 'canary-71c2';
const plain = () => SecretValue.unsafePlainText(CANARY);

test('NoPlainTextSecrets finds text and what is kept in state, names each place, and repeats no secret', () => {
  const stack = makeStack();
  const kept = new TerraformVariable(stack, 'kept', { type: 'string' }).stringValue;
  const ephemeral = SecretValue.fromVariable(stack, 'fine');
  new CofferProvider(stack, 'other', {
    alias: 'other',
    token: plain(),
    headers: { 'X-Key': plain(), 'X-Fine': ephemeral },
    fingerprintKey: plain(),
  });
  new Secret(stack, 'Plain', { secretName: 'plain', value: plain() });
  new Secret(stack, 'Kept', { secretName: 'kept', value: SecretValue.unsafePlainText(kept) });
  new Secret(stack, 'Fine', { secretName: 'fine', value: ephemeral });
  new PullSecret(stack, 'Pull', { server: 's', secretUsername: plain(), password: plain() });
  new PullSecret(stack, 'User', { server: 's', username: 'known to all', password: ephemeral });
  new l1.Secret(stack, 'Low', { name: 'low', valueWo: CANARY });
  new l1.Secret(stack, 'LowKept', { name: 'low-kept', value: expr('data.vault.db["password"]') });

  const found = findings(stack, new NoPlainTextSecrets());

  expect(found).toEqual([
    expect.stringContaining('"app/other" has plain text as "token"'),
    expect.stringContaining('"app/other" has plain text as "headers"'),
    expect.stringContaining('"app/other" has plain text as "fingerprint_key"'),
    expect.stringContaining('"app/Plain" has plain text as "value"'),
    expect.stringContaining('"app/Kept" has a "value" that Terraform keeps in its state'),
    expect.stringContaining('"app/Pull" has plain text as "password"'),
    expect.stringContaining('"app/Pull" has plain text as "secretUsername"'),
    expect.stringContaining('"app/Low" has plain text as "value_wo"'),
    expect.stringContaining('"app/LowKept" has a "value" that Terraform keeps in its state'),
  ]);
  expect(found.join()).not.toContain(CANARY);
});

const variable = (stack: TerraformStack, value?: unknown) =>
  new TerraformVariable(stack, 'pw', { ...(value !== undefined && { default: value }) });

const ITERATOR = TerraformIterator.fromMap({ db: { user: 'u', password: CANARY } });

type Verdict = { readonly text: string } | { readonly unknown: string };

/** Write-only values, and what is said of each: where its text is, or of what nobody knows; or nothing. */
const VALUES: [what: string, make: (stack: TerraformStack) => string, verdict?: Verdict][] = [
  ['the default of a variable', (stack) => variable(stack, CANARY).stringValue, { text: 'app/pw' }],
  [
    'a member of a default',
    (stack) => expr(`var.${variable(stack, { a: [CANARY] }).friendlyUniqueId}.a[0]`),
    { text: 'app/pw' },
  ],
  [
    'the default of a variable that is ephemeral',
    (stack) => {
      const ephemeral = variable(stack, CANARY);
      ephemeral.addOverride('ephemeral', true);
      return ephemeral.stringValue;
    },
    { text: 'app/pw' },
  ],
  ['a call of the framework', () => Fn.base64encode(CANARY), { unknown: 'an expression' }],
  ['a local value', (stack) => new TerraformLocal(stack, 'l', CANARY).asString, { unknown: 'local.l' }],
  [
    'terraform_data',
    (stack) => new DataResource(stack, 'data').output.toString(),
    { unknown: 'terraform_data.data.output' },
  ],
  ['a data source', () => expr('data.vault.db["password"]'), { unknown: 'data.vault.db["password"]' }],
  ['a module', () => expr('module.m.password'), { unknown: 'module.m.password' }],
  [
    'text beside what Terraform knows of the run',
    () => `${expr('terraform.workspace')}-x`,
    { unknown: 'terraform.workspace' },
  ],
  ['the value of an element', () => Token.asString(ITERATOR.value), { unknown: 'each.value' }],
  ['an attribute of an element', () => ITERATOR.getString('password'), { unknown: 'each.value' }],
  ['a variable that nobody declares here', () => expr('var.other'), { unknown: 'var.other' }],
  ['an ephemeral value', () => expr('ephemeral.vault.db["password"]')],
  [
    'an ephemeral value in an expression',
    () => Fn.lookup(Fn.jsondecode(expr('ephemeral.vault.x.json')), 'password', ''),
  ],
  ['a variable without a default', (stack) => variable(stack).stringValue],
  [
    'an element of a variable whose default is empty',
    (stack) => expr(`var.${variable(stack, {}).friendlyUniqueId}[each.key]`),
  ],
  [
    'the secret half of a key, in an expression',
    (stack) => {
      const key = new AccessKey(stack, 'Key');
      const bucket = bucketIn(stack);
      bucket.grantRead(key);
      return Fn.jsonencode(bucket.environment(key));
    },
  ],
];

const said = (name: string, verdict: Verdict | undefined): string[] => {
  if (verdict === undefined) return [];
  if ('unknown' in verdict)
    return [`"app/Secret" has a "${name}" of ${verdict.unknown}, which is unknown at synthesis and may be`];
  return [`"app/Secret" has plain text as "${name}"${verdict.text && `, written in "${verdict.text}"`}: anyone who`];
};

test.each(VALUES)(
  'C14: NoPlainTextSecrets judges what it knows, and says what it does not know: %s',
  (_what, make, verdict) => {
    const stack = makeStack();
    new l1.Secret(stack, 'Secret', { name: 'secret', valueWo: make(stack) });

    const found = findings(stack, new NoPlainTextSecrets());

    expect(found).toEqual(said('value_wo', verdict).map((text) => expect.stringContaining(text)));
    expect(found.join()).not.toContain(CANARY);
  },
);

test('NoPlainTextSecrets judges each secret that a composed value has been made of', () => {
  const stack = makeStack();
  const from = (code: string) => SecretValue.fromEphemeral(expr(code));
  const secret = (id: string, objectValue: Record<string, unknown>) =>
    new Secret(stack, id, { secretName: id, objectValue });
  secret('fine', { a: from('ephemeral.vault.x.y'), b: SecretValue.fromVariable(stack, 'b'), c: expr('local.name') });
  secret('unknown', { a: from('ephemeral.vault.x.y'), b: SecretValue.template('{x}', { x: from('local.secret') }) });
  const overridden = secret('overridden', { a: SecretValue.fromVariable(stack, 'a') });
  overridden.resource.addOverride('value_wo', CANARY);
  stack.addOverride('variable.a.default', CANARY);
  secret('given', { a: SecretValue.fromVariable(stack, 'a') });
  secret('plain', { a: SecretValue.fromVariable(stack, 'b'), b: plain() });

  expect(findings(stack, new NoPlainTextSecrets())).toEqual([
    expect.stringContaining('"app/unknown" has a "value_wo" of local.secret, which is unknown'),
    expect.stringContaining('"app/overridden" has plain text as "value_wo": '),
    expect.stringContaining('"app/given" has plain text as "value_wo", written in "app/var.a": '),
    expect.stringContaining('"app/plain" has plain text as "a part of its value"'),
  ]);
});

test('NoPlainTextSecrets finds the default of a variable in the provider, and can be told of it', () => {
  const stack = new TerraformStack(makeApp(), 'app');
  const token = variable(stack, CANARY);
  token.addOverride('ephemeral', true);
  const provider = new CofferProvider(stack, 'coffer', { token: SecretValue.fromEphemeral(token.stringValue) });

  expect(findings(stack, new NoPlainTextSecrets())).toEqual([
    expect.stringContaining('"app/coffer" has plain text as "token", written in "app/pw"'),
  ]);
  Policy.suppress(provider, PolicyRule.NO_PLAIN_TEXT_SECRETS, 'Token of an emulator');
  expect(problems(() => synth(stack))).toEqual([]);
});
