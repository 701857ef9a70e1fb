import { TerraformLocal, type TerraformStack, Testing } from 'cdktf';
import { expect, test } from 'vitest';
import {
  Bucket,
  CofferProvider,
  Duration,
  EphemeralAccessKey,
  Permission,
  RetainedSecret,
  Secret,
  Size,
} from '../../../src';
import { block, bucketIn, expr, makeStack, synth } from './support';

const ref = (bucket: Bucket) => expr(`coffer_bucket.${bucket.resource.friendlyUniqueId}.id`);
const keysIn = (stack: TerraformStack) => block(stack, 'ephemeral', 'coffer_access_key') as Record<string, object>;

test('is a block of its own, with everything it is given', () => {
  const stack = makeStack();
  const provider = new CofferProvider(stack, 'eu', { alias: 'eu' });
  const bucket = new Bucket(stack, 'A', { maxSize: Size.bytes(1), provider });
  const after = new Bucket(stack, 'B', { maxSize: Size.bytes(1), provider });

  const key = new EphemeralAccessKey(stack, 'Key', {
    permission: Permission.READ_WRITE,
    buckets: [bucket],
    provider,
    projectId: 'p-1',
    dependsOn: [after],
    openTimeout: Duration.minutes(1),
  });
  new TerraformLocal(stack, 'parts', [key.keyId, key.accessKeyId, key.secretAccessKey, key.endpoint]);

  expect(block(stack, 'locals', 'parts')).toEqual(
    ['id', 'access_key_id', 'secret_access_key', 'endpoint'].map((name) =>
      expr(`ephemeral.coffer_access_key.${Object.keys(keysIn(stack))}.${name}`),
    ),
  );
  expect(Object.values(keysIn(stack))).toEqual([
    {
      bucket_ids: [ref(bucket)],
      permissions: { read: true, write: true, owner: false },
      project_id: 'p-1',
      timeouts: { open: '1m' },
      provider: 'coffer.eu',
      depends_on: [`coffer_bucket.${after.resource.friendlyUniqueId}`],
    },
  ]);
});

test.each(
  Object.entries<(stack: TerraformStack) => unknown>({
    'app/Key': (stack) => bucketIn(stack).grantRead(new EphemeralAccessKey(stack, 'Key')),
    'app/Retained': (stack) => new RetainedSecret(stack, 'Retained'),
    'app/Random/Generated': (stack) => new Secret(stack, 'Random', { secretName: 's', generateValue: { length: 8 } }),
  }),
)('what CDKTF would leave out of HCL is an error there: %s', (path, define) => {
  const stack = makeStack();
  define(stack);

  expect(() => Testing.synthHcl(stack)).toThrow(`"${path}" can be synthesized as JSON only`);
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
