import { TerraformLocal, type TerraformStack, Testing } from 'cdktf';
import { expect, test } from 'vitest';
import {
  Bucket,
  CofferProvider,
  CofferTesting,
  Duration,
  EphemeralAccessKey,
  Permission,
  Secret,
  SecretValue,
  Size,
} from '../../../src';
import { block, bucketIn, expr, makeStack, onlyResource, synth } from './support';

const ref = (bucket: Bucket) => expr(`coffer_bucket.${bucket.resource.friendlyUniqueId}.id`);
const keysIn = (stack: TerraformStack) => block(stack, 'ephemeral', 'coffer_access_key') as Record<string, object>;

test('is a block of its own, with everything it is given', () => {
  const stack = makeStack();
  const provider = new CofferProvider(stack, 'eu', { alias: 'eu' });
  const bucket = new Bucket(stack, 'A', { maxSize: Size.bytes(1), provider });
  const after = new Bucket(stack, 'B', { maxSize: Size.bytes(1), provider });

  new EphemeralAccessKey(stack, 'Key', {
    permission: Permission.READ_WRITE,
    buckets: [bucket],
    provider,
    projectId: 'p-1',
    dependsOn: [after],
  });

  expect(Object.values(keysIn(stack))).toEqual([
    {
      bucket_ids: [ref(bucket)],
      permissions: { read: true, write: true, owner: false },
      project_id: 'p-1',
      provider: 'coffer.eu',
      depends_on: [`coffer_bucket.${after.resource.friendlyUniqueId}`],
    },
  ]);
});

test('C2: buckets are granted to it like to any key', () => {
  const stack = makeStack();
  const [a, b] = [bucketIn(stack, 'A'), bucketIn(stack, 'B')];
  const key = new EphemeralAccessKey(stack, 'Key');

  b.grantRead(key);
  a.grantRead(key);

  const permissions = { read: true, write: false, owner: false };
  expect(Object.values(keysIn(stack))).toEqual([{ bucket_ids: [ref(a), ref(b)], permissions }]);
  expect(CofferTesting.hasGrant(key, a, Permission.READ)).toBe(true);
});

test('its parts are references, also for other providers, write-only values and the environment of a bucket', () => {
  const stack = makeStack();
  const bucket = bucketIn(stack, 'A');
  const key = new EphemeralAccessKey(stack, 'Key');
  bucket.grantRead(key);

  new TerraformLocal(stack, 'parts', [key.keyId, key.accessKeyId, key.secretAccessKey, key.endpoint]);
  new TerraformLocal(stack, 'environment', bucket.environment(key));
  const value = SecretValue.fromEphemeral(key.secretAccessKey, { version: '1' });
  new Secret(stack, 'Copy', { secretName: 'copy', value, dependsOn: [key] });

  const [id] = Object.keys(keysIn(stack));
  const address = `ephemeral.coffer_access_key.${id}`;
  expect(block(stack, 'locals', 'parts')).toEqual(
    ['id', 'access_key_id', 'secret_access_key', 'endpoint'].map((name) => expr(`${address}.${name}`)),
  );
  expect(block(stack, 'locals', 'environment')).toMatchObject({ AWS_ACCESS_KEY_ID: expr(`${address}.access_key_id`) });
  expect(onlyResource(stack, 'coffer_secret')).toMatchObject({
    value_wo: expr(`${address}.secret_access_key`),
    value_wo_version: expect.stringMatching(/^[0-9a-f]{16}\/1$/),
    depends_on: [address],
  });
});

test('as HCL it is an error, since CDKTF would leave it out', () => {
  const stack = makeStack();
  bucketIn(stack, 'A').grantRead(new EphemeralAccessKey(stack, 'Key'));

  expect(() => Testing.synthHcl(stack)).toThrow('"app/Key" can be synthesized as JSON only');
});

test('C8: an override reaches the block: it is merged into objects, added to lists, and takes arguments away', () => {
  const stack = makeStack();
  const bucket = bucketIn(stack, 'A');
  const key = new EphemeralAccessKey(stack, 'Key', { projectId: 'p-1', openTimeout: Duration.minutes(1) });
  bucket.grantRead(key);

  key.resource.addOverride('lifecycle.postcondition', [{ condition: true, error_message: 'never' }]);
  key.resource.addOverride('permissions.write', true);
  key.resource.addOverride('bucket_ids', ['b-2']);
  key.resource.addOverride('project_id', undefined);
  key.resource.addOverride('timeouts', { open: '2m' });
  key.resource.overrideLogicalId('brief');
  new TerraformLocal(stack, 'id', key.accessKeyId);

  const expected = {
    brief: {
      bucket_ids: [ref(bucket), 'b-2'],
      permissions: { read: true, write: true, owner: false },
      timeouts: { open: '2m' },
      lifecycle: { postcondition: [{ condition: true, error_message: 'never' }] },
    },
  };
  expect(keysIn(stack)).toEqual(expected);
  // A second synthesis adds nothing.
  expect(keysIn(stack)).toEqual(expected);
  expect(block(stack, 'locals', 'id')).toBe(expr('ephemeral.coffer_access_key.brief.access_key_id'));
});

test('C8: an override that takes away a bucket or a permission of a grant is an error', () => {
  const stack = makeStack();
  const key = new EphemeralAccessKey(stack, 'Key');
  bucketIn(stack, 'A').grantReadWrite(key);

  key.resource.addOverride('permissions.write', false);
  key.resource.addOverride('bucket_ids.0', 'b-2');

  expect(() => synth(stack)).toThrow('"permissions" of its resource was set without write');
  expect(() => synth(stack)).toThrow(
    'EphemeralAccessKey "app/Key" was opened "app/A", but "bucketIds" of its resource was',
  );
});
