import { expect, test } from 'vitest';
import { WebAppStack } from '../../../examples/constructs/web-app/web-app-stack';
import { block, expr, makeApp, resources, synth } from './support';

const makeWebApp = () => new WebAppStack(makeApp(), 'web-app');
const only = (stack: WebAppStack, type: string) => Object.values(resources(stack, type));

test('the example has two secrets, a pull secret, a bucket and two keys', () => {
  const stack = makeWebApp();

  const counts = Object.entries(block(stack, 'resource') as object).map(([type, all]) => [
    type,
    Object.keys(all).length,
  ]);

  expect(Object.fromEntries(counts)).toEqual({
    coffer_secret: 2,
    coffer_pull_secret: 1,
    coffer_bucket: 1,
    coffer_access_key: 2,
  });
});

test('the example keeps every secret value in an ephemeral variable with a version beside it', () => {
  const stack = makeWebApp();

  const variables = block(stack, 'variable') as Record<string, { ephemeral?: boolean; sensitive?: boolean }>;
  const ephemeral = Object.keys(variables).filter((name) => variables[name]?.ephemeral && variables[name]?.sensitive);

  expect(ephemeral).toEqual(['ghcr_token', 'payment_api_key', 'session_secret']);
  expect(only(stack, 'coffer_secret')).toEqual([
    {
      name: 'payment-api-key',
      value_wo: expr('var.payment_api_key'),
      value_wo_version: `var.payment_api_key/${expr('urlencode(var.payment_api_key_version)')}`,
    },
    {
      name: 'session-secret',
      value_wo: expr('var.session_secret'),
      value_wo_version: `var.session_secret/${expr('urlencode(var.session_secret_version)')}`,
    },
  ]);
  expect(only(stack, 'coffer_pull_secret')).toEqual([
    {
      server: 'ghcr.io',
      username: expr('var.ghcr_username'),
      password_wo: expr('var.ghcr_token'),
      password_wo_version: `var.ghcr_token/${expr('urlencode(var.ghcr_token_version)')}`,
    },
  ]);
});

test('the example has a key that reads and a key that writes, on the one bucket', () => {
  const stack = makeWebApp();

  const keys = only(stack, 'coffer_access_key');

  expect(keys.map(({ permissions }) => permissions)).toEqual([
    { read: true, write: false, owner: false },
    { read: false, write: true, owner: false },
  ]);
  const [bucket] = Object.keys(resources(stack, 'coffer_bucket'));
  for (const { bucket_ids } of keys) expect(bucket_ids).toEqual([`\${coffer_bucket.${bucket}.id}`]);
});

test('the example marks every output as sensitive', () => {
  const { output } = JSON.parse(synth(makeWebApp())) as { output: Record<string, { sensitive?: boolean }> };

  expect(Object.keys(output)).toEqual(expect.arrayContaining(['uploads_reader', 'uploads_writer']));
  expect(Object.values(output).every(({ sensitive }) => sensitive === true)).toBe(true);
});
