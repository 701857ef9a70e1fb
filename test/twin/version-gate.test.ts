import { type TerraformStack, TerraformVariable } from 'cdktf';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Bucket, CofferProvider, EphemeralAccessKey, Permission, SecretValue } from '../../src';
import { expr, makeStack, synth } from '../src/support';

/** A stack of an app that targets a version of Terraform. */
function stackFor(terraform: string): TerraformStack {
  vi.stubEnv('CDKTF_CONTEXT_JSON', JSON.stringify({ targetVersions: { terraform } }));
  onTestFinished(() => void vi.unstubAllEnvs());
  return makeStack();
}

/** What takes Terraform 1.10, since it is ephemeral. */
const EPHEMERAL: readonly (readonly [what: string, build: (stack: TerraformStack) => unknown])[] = [
  ['a variable', (stack) => SecretValue.fromVariable(stack, 'token')],
  [
    'a token of a provider',
    (stack) => new CofferProvider(stack, 'eu', { alias: 'eu', token: SecretValue.fromVariable(stack, 'token') }),
  ],
  [
    'an access key',
    (stack) =>
      new EphemeralAccessKey(stack, 'Key', {
        permission: Permission.READ,
        buckets: [Bucket.fromBucketId(stack, 'Old', 'b-1')],
      }),
  ],
];

test.each(EPHEMERAL)('%s that is ephemeral is not for an app that targets an older Terraform', (_what, build) => {
  const [old, recent] = [stackFor('>=1.9.0'), stackFor('>=1.10.0')];
  for (const stack of [old, recent]) build(stack);

  expect(() => synth(old)).toThrow('ephemeral resources requires terraform >=1.10.0');
  expect(() => synth(recent)).not.toThrow();
});

test('what is not ephemeral is for any', () => {
  const stack = stackFor('>=1.5.7');

  new TerraformVariable(stack, 'kept', { type: 'string', default: expr('x') });

  expect(() => synth(stack)).not.toThrow();
});
