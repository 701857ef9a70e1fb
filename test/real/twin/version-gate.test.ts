import { TerraformOutput, type TerraformStack, TerraformVariable } from 'cdktf';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  Bucket,
  CofferFunctions,
  CofferProvider,
  EphemeralAccessKey,
  Permission,
  Secret,
  SecretValue,
  Size,
} from '../../../src';
import { expr, makeStack, synth } from '../../host/src/support';

/** A stack of an app that targets a version of Terraform. */
function stackFor(terraform: string): TerraformStack {
  vi.stubEnv('CDKTF_CONTEXT_JSON', JSON.stringify({ targetVersions: { terraform } }));
  onTestFinished(() => void vi.unstubAllEnvs());
  return makeStack();
}

/** Constructs that need Terraform 1.10, because they are ephemeral. */
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
  expect(JSON.parse(synth(recent))).toHaveProperty('terraform.required_providers.coffer');
});

test('what is not ephemeral is for any', () => {
  const stack = stackFor('>=1.5.7');

  new TerraformVariable(stack, 'kept', { type: 'string', default: expr('x') });

  expect(JSON.parse(synth(stack))).toMatchObject({ variable: { kept: { default: expr('x') } } });
});

/** Constructs that call a function of the provider, which needs Terraform 1.8. */
const CALLS: readonly (readonly [name: string, build: (stack: TerraformStack) => unknown])[] = [
  [
    'parse_size',
    (stack) => new Bucket(stack, 'Sized', { maxSize: Size.bytes(CofferFunctions.parseSize(expr('local.quota'))) }),
  ],
  [
    'format_size',
    (stack) =>
      new Bucket(stack, 'Said', { maxSize: Size.bytes(9), description: `of ${CofferFunctions.formatSize(9)}` }),
  ],
  [
    'registry_server',
    (stack) => new TerraformOutput(stack, 'registry', { value: CofferFunctions.registryServer('ghcr.io/acme/web') }),
  ],
  [
    'docker_config_json',
    (stack) =>
      new Secret(stack, 'Config', {
        secretName: 'config',
        value: CofferFunctions.dockerConfigJson([
          { server: 'ghcr.io', username: 'me', password: SecretValue.unsafePlainText('canary') },
        ]),
      }),
  ],
  [
    's3_environment',
    (stack) => {
      const key = { accessKeyId: 'id', secretAccessKey: 'canary' };
      const { S3_BUCKET: value } = CofferFunctions.s3Environment({ endpoint: 's3.example', bucket: 'b', ...key });
      new TerraformOutput(stack, 'environment', { value });
    },
  ],
];

test.each(CALLS)('the function %s is not for an app that targets an older Terraform', (name, build) => {
  const [old, recent] = [stackFor('>=1.7.0'), stackFor('>=1.8.0')];
  for (const stack of [old, recent]) build(stack);

  expect(() => synth(old)).toThrow(`provider-defined functions (provider::coffer::${name}) requires terraform >=1.8.0`);
  expect(JSON.parse(synth(recent))).toHaveProperty('terraform.required_providers.coffer');
});
