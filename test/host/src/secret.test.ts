import { Aspects, Fn, TerraformOutput, TerraformVariable, Testing, Token } from 'cdktf';
import { expect, test } from 'vitest';
import { ChangeDetection, CofferProvider, l1, RemovalPolicy, Secret, SecretEncoding, SecretValue } from '../../../src';
import { block, expr, makeApp, makeStack, onlyResource, resources, synth, synthApp } from './support';

test('defines a secret with a name alone, whose value is managed elsewhere', () => {
  const stack = makeStack();

  const secret = new Secret(stack, 'Db', { secretName: 'db-password' });

  expect(synth(stack)).toHaveResourceWithProperties(l1.Secret, { name: 'db-password' });
  expect(onlyResource(stack, 'coffer_secret')).toEqual({ name: 'db-password' });
  expect(secret.resource.node.path).toBe('app/Db/Resource');
});

test('hands on every prop', () => {
  const stack = makeStack();
  const provider = new CofferProvider(stack, 'eu', { alias: 'eu' });

  new Secret(stack, 'Db', {
    secretName: 'db-password',
    value: SecretValue.fromVariable(stack, 'db_password', { version: '3' }),
    encoding: SecretEncoding.BASE64,
    projectId: 'p-1',
    provider,
    removalPolicy: RemovalPolicy.PROTECT,
    deletionProtection: true,
  });

  expect(onlyResource(stack, 'coffer_secret')).toEqual({
    name: 'db-password',
    value_wo: expr('var.db_password'),
    value_wo_version: 'var.db_password/3',
    value_encoding: 'base64',
    project_id: 'p-1',
    provider: 'coffer.eu',
    lifecycle: { prevent_destroy: true },
    deletion_protection: true,
  });
});

test('its id and name are references to what the service gave', () => {
  const stack = makeStack();
  const secret = new Secret(stack, 'Db', { secretName: 'db' });

  new TerraformOutput(stack, 'id', { value: secret.secretId });
  new TerraformOutput(stack, 'name', { value: secret.secretName });

  const [logicalId] = Object.keys(resources(stack, 'coffer_secret'));
  expect(JSON.parse(synth(stack)).output).toEqual({
    id: { value: `\${coffer_secret.${logicalId}.id}` },
    name: { value: `\${coffer_secret.${logicalId}.name}` },
  });
});

test('C7: a token as a name is left to Terraform', () => {
  const stack = makeStack();
  const name = new TerraformVariable(stack, 'name', { type: 'string' });

  new Secret(stack, 'Db', { secretName: name.stringValue });

  expect(onlyResource(stack, 'coffer_secret')).toEqual({ name: expr('var.name') });
});

test('reports every problem with the props at once', () => {
  const given = { changeDetection: 'x', encoding: 'y' } as unknown as { changeDetection: ChangeDetection };
  const define = () => new Secret(makeStack(), 'Db', { secretName: 'db', ...given });

  expect(define).toThrow('"changeDetection" must be one of');
  expect(define).toThrow('"encoding" must be one of');
});

test('C7: imports what exists, through the same provider', () => {
  const stack = makeStack();
  const provider = new CofferProvider(stack, 'eu', { alias: 'eu' });

  new Secret(stack, 'Db', { secretName: 'db', importId: 'name:db', provider });

  const [logicalId] = Object.keys(resources(stack, 'coffer_secret'));
  expect(JSON.parse(synth(stack)).import).toEqual([
    { id: 'name:db', to: `coffer_secret.${logicalId}`, provider: 'coffer.eu' },
  ]);
});

test('depends on what it is told to, and other constructs can depend on it', () => {
  const stack = makeStack();
  const first = new Secret(stack, 'First', { secretName: 'first' });

  new Secret(stack, 'Second', { secretName: 'second', dependsOn: [first] });

  const all = resources(stack, 'coffer_secret');
  const [firstId] = Object.keys(all);
  expect(Object.values(all)[1]).toMatchObject({ depends_on: [`coffer_secret.${firstId}`] });
});

test('one that is defined elsewhere defines nothing, gives its id, and leaves nothing to wait for', () => {
  const stack = makeStack();

  const secret = Secret.fromSecretId(stack, 'Elsewhere', 's-1');
  new Secret(stack, 'Db', { secretName: 'db', dependsOn: [secret] });

  expect(secret.secretId).toBe('s-1');
  expect(onlyResource(stack, 'coffer_secret')).toEqual({ name: 'db', depends_on: [] });
});

test('its logical id follows from its path alone', () => {
  const one = makeStack();
  new Secret(one, 'Db', { secretName: 'db' });
  new Secret(one, 'Api', { secretName: 'api' });
  const two = makeStack();
  new Secret(two, 'Api', { secretName: 'renamed', value: SecretValue.unsafePlainText('x') });
  new Secret(two, 'Between', { secretName: 'between' });
  new Secret(two, 'Db', { secretName: 'db' });

  const [before, after] = [Object.keys(resources(one, 'coffer_secret')), Object.keys(resources(two, 'coffer_secret'))];

  expect(before).toEqual(['Api_F70053CD', 'Db_5D02A0A9']);
  expect(after).toEqual(expect.arrayContaining(before));
});

test('synthesizing twice gives the same code', () => {
  const stack = makeStack();
  new Secret(stack, 'Db', { secretName: 'db', value: SecretValue.fromVariable(stack, 'db') });

  expect(Testing.synth(stack)).toBe(Testing.synth(stack));
});

test('a stack is watched once, and by no aspect, however many resources it has', () => {
  const stack = makeStack();

  const counts = ['a', 'b', 'c'].map((name) => {
    new Secret(stack, name, { secretName: name });
    const { _validations: validations } = stack.node as unknown as { readonly _validations: readonly unknown[] };
    return { aspects: Aspects.of(stack).all.length, validations: validations.length };
  });

  const [first] = counts;
  expect(first?.aspects).toBe(0);
  expect(counts).toEqual([first, first, first]);
});

test('looks a secret up by its name', () => {
  const stack = makeStack();

  const secret = Secret.fromSecretName(stack, 'Old', 'db-password', { projectId: 'p-1' });
  new TerraformOutput(stack, 'id', { value: secret.secretId });

  const [name] = Object.keys(block(stack, 'data', 'coffer_secret') as object);
  expect(block(stack, 'data', 'coffer_secret', String(name))).toEqual({ name: 'db-password', project_id: 'p-1' });
  expect(block(stack, 'output', 'id')).toEqual({ value: expr(`data.coffer_secret.${name}.id`) });
});

test('C4: a secret defined elsewhere has a name where that is known', () => {
  const stack = makeStack();
  const [found, whole, part] = [
    Secret.fromSecretName(stack, 'Found', 'db'),
    Secret.fromSecretAttributes(stack, 'Whole', { secretId: 's-1', secretName: 'db' }),
    Secret.fromSecretId(stack, 'Part', 's-1'),
  ];
  new TerraformOutput(stack, 'name', { value: found.secretName });

  const [name] = Object.keys(block(stack, 'data', 'coffer_secret') as object);
  expect(block(stack, 'output', 'name')).toEqual({ value: expr(`data.coffer_secret.${name}.name`) });
  expect([whole.secretId, whole.secretName]).toEqual(['s-1', 'db']);
  expect(() => part.secretName).toThrow(
    'the name of secret "app/Part" is not known, since it is referred to by its id: use Secret.fromSecretAttributes',
  );
});

test('one name may be used in two projects, by two providers and in two stacks', () => {
  const app = makeApp();
  const stack = makeStack(app);
  const provider = new CofferProvider(stack, 'eu', { alias: 'eu', baseUrl: 'https://eu.example' });
  for (const [id, props] of Object.entries({ A: {}, B: { projectId: 'p-1' }, C: { provider } })) {
    new Secret(stack, id, { secretName: 'same', ...props });
  }
  new Secret(makeStack(app, 'other'), 'D', { secretName: 'same' });

  expect(Object.keys(synthApp(app))).toEqual(['app', 'other']);
});

test('one name in one project is an error, however the project is said', () => {
  const stack = makeStack();
  const projectId = 'p-1';
  const region = new TerraformVariable(stack, 'region', { type: 'string' });
  const baseUrl = region.stringValue;
  const [one, two] = ['one', 'two'].map((alias) => new CofferProvider(stack, alias, { alias, baseUrl, projectId }));

  new Secret(stack, 'A', { secretName: 'same', ...(one && { provider: one }) });
  new Secret(stack, 'B', { secretName: 'same', ...(two && { provider: two }), projectId });
  new Secret(stack, 'C', { secretName: 'same', projectId });

  expect(() => synth(stack)).toThrow('Secret "app/B" and "app/A" have the same "secretName" "same"');
  expect(() => synth(stack)).not.toThrow('"app/C"');
});

test('C11: a name is compared as it is in the end', () => {
  const stack = makeStack();
  new Secret(stack, 'A', { secretName: 'same' });
  const other = new Secret(stack, 'B', { secretName: 'same' });
  expect(() => synth(stack)).toThrow('Secret "app/B" and "app/A" have the same "secretName" "same"');

  other.resource.addOverride('name', 'other');

  expect(Object.values(resources(stack, 'coffer_secret')).map(({ name }) => name)).toEqual(['same', 'other']);
});

test('C11: blue and green, one of which has a count of nothing, may share a name', () => {
  const stack = makeStack();
  const isBlue = new TerraformVariable(stack, 'blue', { type: 'bool' }).booleanValue;
  const [blue, green] = ['Blue', 'Green'].map((id) => new Secret(stack, id, { secretName: 'same' }));

  blue?.resource.addOverride('count', Token.asString(Fn.conditional(isBlue, 1, 0)));
  green?.resource.addOverride('count', Token.asString(Fn.conditional(isBlue, 0, 1)));

  expect(Object.values(resources(stack, 'coffer_secret'))).toHaveLength(2);
});

test('P16: a value whose changes are found by fingerprint needs no version', () => {
  const stack = makeStack();

  const secret = new Secret(stack, 'Password', {
    secretName: 'db-password',
    value: SecretValue.fromVariable(stack, 'password'),
    changeDetection: ChangeDetection.FINGERPRINT,
  });
  new TerraformOutput(stack, 'revision', { value: secret.valueRevision });

  const [id] = Object.keys(resources(stack, 'coffer_secret'));
  expect(onlyResource(stack, 'coffer_secret')).toEqual({
    name: 'db-password',
    value_wo: expr('var.password'),
    change_detection: 'fingerprint',
  });
  expect(block(stack, 'output', 'revision', 'value')).toBe(expr(`coffer_secret.${id}.value_revision`));
});
