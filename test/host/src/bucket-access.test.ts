import { expect, test } from 'vitest';
import { BucketAccess, CofferTesting, Permission } from '../../../src';
import { bucketIn, makeStack, resources, synth } from './support';

test('C2: makes one key per permission, so that every bucket gets what was granted', () => {
  const stack = makeStack();
  const [a, b, c] = [bucketIn(stack, 'A'), bucketIn(stack, 'B'), bucketIn(stack, 'C')];
  const access = new BucketAccess(stack, 'Web', { projectId: 'p-1', rotationTrigger: { month: '3' } });

  a.grantRead(access);
  b.grantReadWrite(access);
  c.grantRead(access);
  c.grantWrite(access);
  a.grantOwner(access);

  const keys = resources(stack, 'coffer_access_key');
  const ids = Object.keys(keys).map((name) => name.replace(/_\w{8}$/, ''));
  expect(ids.sort()).toEqual(['Web_Owner', 'Web_Read', 'Web_ReadWrite', 'Web_Write']);
  expect(CofferTesting.grantsOf(access).map((grant) => `${grant.permission} ${grant.bucket.node.id}`)).toEqual([
    'read A',
    'read C',
    'read and write B',
    'write C',
    'owner A',
  ]);
  for (const key of Object.values(keys))
    expect(key).toMatchObject({ project_id: 'p-1', rotation_trigger: { month: '3' } });
});

test('hands out the key of a permission, and says which there are', () => {
  const stack = makeStack();
  const access = new BucketAccess(stack, 'Web');
  const bucket = bucketIn(stack, 'A');

  bucket.grantRead(access);

  expect(CofferTesting.hasGrant(access.keyFor(Permission.READ), bucket, Permission.READ)).toBe(true);
  expect(() => access.keyFor(Permission.WRITE)).toThrow(
    'no bucket has been opened with "write" to BucketAccess "app/Web" yet; keys there are: "read"',
  );
});

test('C11: access to nothing makes nothing, so a company library may have it ready', () => {
  const stack = makeStack();

  const access = new BucketAccess(stack, 'Nothing');

  expect(JSON.parse(synth(stack))).not.toHaveProperty('resource');
  expect(CofferTesting.grantsOf(access)).toEqual([]);
});

test('a test requires a grant of the whole access, whichever of its keys has it', () => {
  const stack = makeStack();
  const [a, b] = [bucketIn(stack, 'A'), bucketIn(stack, 'B')];
  const access = new BucketAccess(stack, 'Web');
  a.grantRead(access);
  a.grantWrite(access);

  CofferTesting.requireGrant(access, a, Permission.READ);
  CofferTesting.requireGrant(access, a, Permission.WRITE);

  expect(CofferTesting.hasGrant(access, a, Permission.READ_WRITE)).toBe(false);
  expect(() => CofferTesting.requireGrant(access, a, Permission.OWNER)).toThrow(
    'expected "app/Web" to have the permission "owner" on "app/A", got "read" and "write"',
  );
  expect(() => CofferTesting.requireGrant(access, b, Permission.READ)).toThrow('but it does not open that bucket');
});
