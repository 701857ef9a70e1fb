import { TerraformOutput, type TerraformStack } from 'cdktf';
import { expect, onTestFinished, test, vi } from 'vitest';
import { CofferFunctions, EphemeralAccessKey, Secret, SecretValue } from '../../../src';
import { bucketIn, makeStack, synth } from '../../host/src/support';

/** A stack of an app that targets a version of Terraform. */
function stackFor(terraform: string): TerraformStack {
  vi.stubEnv('CDKTF_CONTEXT_JSON', JSON.stringify({ targetVersions: { terraform } }));
  onTestFinished(() => void vi.unstubAllEnvs());
  return makeStack();
}

/** Constructs by the oldest Terraform that has what they need. */
const NEEDS: readonly (readonly [what: string, version: string, build: (stack: TerraformStack) => unknown])[] = [
  ['an ephemeral variable', '1.10', (stack) => SecretValue.fromVariable(stack, 'token')],
  ['an ephemeral access key', '1.10', (stack) => bucketIn(stack).grantRead(new EphemeralAccessKey(stack, 'Key'))],
  [
    'a function of the provider',
    '1.8',
    (stack) => new TerraformOutput(stack, 'registry', { value: CofferFunctions.registryServer('ghcr.io/acme/web') }),
  ],
  [
    'another function of the provider',
    '1.8',
    (stack) => {
      const password = SecretValue.unsafePlainText('canary');
      const value = CofferFunctions.dockerConfigJson([{ server: 'ghcr.io', username: 'me', password }]);
      new Secret(stack, 'Config', { secretName: 'config', value });
    },
  ],
];

test.each(NEEDS)('%s is not for an app that targets a Terraform before %s', (_what, version, build) => {
  const [old, recent] = [stackFor('>=1.7.0'), stackFor(`>=${version}.0`)];
  for (const stack of [old, recent]) build(stack);

  expect(() => synth(old)).toThrow(`requires terraform >=${version}.0`);
  expect(JSON.parse(synth(recent))).toHaveProperty('terraform.required_providers.coffer');
});

test('what is not ephemeral is for any', () => {
  const stack = stackFor('>=1.5.7');

  bucketIn(stack);

  expect(JSON.parse(synth(stack))).toHaveProperty('resource.coffer_bucket');
});
