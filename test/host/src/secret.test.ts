import { TerraformOutput, TerraformVariable } from 'cdktf';
import { expect, test } from 'vitest';
import {
  ChangeDetection,
  CofferProvider,
  Duration,
  RemovalPolicy,
  Secret,
  SecretEncoding,
  SecretValue,
} from '../../../src';
import { block, expr, makeStack, onlyResource, resources, synth } from './support';

test('hands on every prop', () => {
  const stack = makeStack();
  const provider = new CofferProvider(stack, 'eu', { alias: 'eu' });

  new Secret(stack, 'Db', {
    secretName: 'db-password',
    value: SecretValue.fromVariable(stack, 'db_password', { version: '3' }),
    encoding: SecretEncoding.BASE64,
    projectId: 'p-1',
    updateTimeout: Duration.minutes(1),
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
    timeouts: { update: '1m' },
    provider: 'coffer.eu',
    lifecycle: { prevent_destroy: true },
    deletion_protection: true,
  });
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

test('C4: a secret that is defined elsewhere is looked up by its name, and has a name where that is known', () => {
  const stack = makeStack();
  const [found, whole, part] = [
    Secret.fromSecretName(stack, 'Found', 'db', { projectId: 'p-1' }),
    Secret.fromSecretAttributes(stack, 'Whole', { secretId: 's-1', secretName: 'db' }),
    Secret.fromSecretId(stack, 'Part', 's-1'),
  ];
  new TerraformOutput(stack, 'found', { value: [found.secretId, found.secretName] });

  const [[name, data]] = Object.entries(block(stack, 'data', 'coffer_secret') as object) as [[string, object]];
  expect(data).toEqual({ name: 'db', project_id: 'p-1' });
  expect(block(stack, 'output', 'found', 'value')).toEqual([
    expr(`data.coffer_secret.${name}.id`),
    expr(`data.coffer_secret.${name}.name`),
  ]);
  expect([whole.secretId, whole.secretName, part.secretId]).toEqual(['s-1', 'db', 's-1']);
  expect(() => part.secretName).toThrow('the name of secret "app/Part" is not known');
  expect(block(stack, 'resource')).toBeUndefined();
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
