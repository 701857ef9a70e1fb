import { Aspects, Fn, ref, TerraformIterator, TerraformVariable, Token } from 'cdktf';
import { Construct } from 'constructs';
import { expect, test } from 'vitest';
import {
  AccessKey,
  Bucket,
  BucketAccess,
  BucketGrants,
  CofferTesting,
  EphemeralAccessKey,
  type IBucket,
  l1,
  NoOwnerKeys,
  Permission,
  RotatingAccessKey,
  Size,
} from '../../../src';
import { bucketIn, expr, makeApp, makeStack, resources, synth, synthApp } from './support';

/** The lines of the table below its head. */
const rowsOf = (scope: Construct): string[] => CofferTesting.accessMatrix(scope).split('\n').slice(2);

const row = (key: string, bucket: string, permission: string) => `| \`${key}\` | \`${bucket}\` | ${permission} |`;

/** The row of a key of which only Terraform knows the bucket, with the place where the program refers to it. */
const unknownRow = (key: string, permission: string, place?: string) =>
  `| \`${key}\` | unknown${place === undefined ? '' : ` (\`${place}\`)`} | ${permission} |`;

test('the matrix is a table in Markdown, sorted, with a row for each key and bucket', () => {
  const app = makeApp();
  const [storage, web] = [makeStack(app, 'storage'), makeStack(app, 'web')];
  const [assets, uploads] = [bucketIn(storage, 'Assets'), bucketIn(storage, 'Uploads')];
  const access = new BucketAccess(web, 'Access');
  assets.grantRead(access);
  uploads.grantReadWrite(access);
  uploads.grantWrite(new RotatingAccessKey(storage, 'Ingest'));
  assets.grantRead(new EphemeralAccessKey(storage, 'Brief'));
  new AccessKey(storage, 'Admin', { permission: Permission.OWNER, buckets: [uploads, assets] });

  expect(CofferTesting.accessMatrix(app)).toBe(
    [
      '| Key | Bucket | Permission |',
      '| --- | --- | --- |',
      '| `storage/Admin` | `storage/Assets` | owner |',
      '| `storage/Admin` | `storage/Uploads` | owner |',
      '| `storage/Brief` | `storage/Assets` | read |',
      '| `storage/Ingest` | `storage/Uploads` | write |',
      '| `web/Access/Read` | `storage/Assets` | read |',
      '| `web/Access/ReadWrite` | `storage/Uploads` | read and write |',
    ].join('\n'),
  );
  expect(rowsOf(web)).toEqual([
    row('web/Access/Read', 'storage/Assets', 'read'),
    row('web/Access/ReadWrite', 'storage/Uploads', 'read and write'),
  ]);
});

test('C14: the matrix names buckets that are imported, looked up and low-level, and says which only Terraform knows', () => {
  const app = makeApp();
  const [storage, web] = [makeStack(app, 'storage'), makeStack(app, 'web')];
  const low = new l1.Bucket(storage, 'Low', { maxSize: 1 });
  const id = new TerraformVariable(web, 'bucket_id', {}).stringValue;
  const key = new AccessKey(web, 'Key');
  const far = bucketIn(storage, 'Uploads');
  Bucket.fromBucketAttributes(web, 'Whole', { bucketId: 'b-8', alias: 'a', endpoint: 'e' }).grantRead(key);
  Bucket.fromBucketAlias(web, 'Found', 'uploads').grantRead(key);
  BucketGrants.fromBucket(low).read(key);
  const ids = {
    Old: 'b-7',
    Given: id,
    Computed: Fn.element([id, 'b|9'], 0),
    Far: Fn.element([far.bucketId, far.bucketId], 0),
    FarText: `${far.alias}`,
    Same: bucketIn(web, 'Uploads').bucketId,
  };
  for (const [name, bucketId] of Object.entries(ids)) Bucket.fromBucketId(web, name, bucketId).grantRead(key);
  const all = ref(`values(coffer_bucket.${far.resource.friendlyUniqueId})[*].id`, storage);
  new l1.AccessKey(web, 'All', { bucketIds: Token.asList(all), permissions: { read: true } });

  expect(rowsOf(app)).toEqual([
    row('web/All', 'storage/Uploads[*]', 'read'),
    ...['b-7', 'b-8', 'storage/Low', 'web/Found', 'web/Uploads'].map((bucket) => row('web/Key', bucket, 'read')),
    ...['Computed', 'FarText', 'Far', 'Given'].map((place) => unknownRow('web/Key', 'read', `web/${place}`)),
  ]);
});

test('the matrix changes nothing in the code', () => {
  const app = makeApp();
  const [storage, web] = [makeStack(app, 'storage'), makeStack(app, 'web')];
  bucketIn(storage, 'Uploads').grantRead(new AccessKey(web, 'Key'));
  // The second time: in cdktn, a stack has the outputs that others take once those were synthesized.
  const [, before] = [0, 1].map(() => [storage, web].map(synth));

  expect(rowsOf(app)).toEqual([row('web/Key', 'storage/Uploads', 'read')]);

  expect([storage, web].map(synth)).toEqual(before);
});

test('the matrix has what the escape hatches say: arguments, overrides of a construct and of its stack', () => {
  const app = makeApp();
  const stack = makeStack(app);
  const [assets, uploads] = [bucketIn(stack, 'Assets'), bucketIn(stack, 'Uploads')];
  const widened = new AccessKey(stack, 'Widened');
  assets.grantRead(widened);
  widened.resource.putPermissions({ read: true, write: true, owner: true });
  const more = new AccessKey(stack, 'More');
  assets.grantRead(more);
  more.resource.addOverride('bucket_ids', [expr(`coffer_bucket.${uploads.resource.friendlyUniqueId}.id`), 'b-7']);
  const byStack = new RotatingAccessKey(stack, 'ByStack');
  assets.grantRead(byStack);
  const address = `resource.coffer_rotating_access_key.${byStack.resource.friendlyUniqueId}`;
  stack.addOverride(`${address}.permissions.write`, true);
  stack.addOverride(`${address}.bucket_ids`, ['b-8']);
  stack.addOverride('resource.coffer_access_key.extra', {
    bucket_ids: [expr('coffer_bucket.elsewhere.id'), uploads.bucketId],
    permissions: { owner: true },
  });
  stack.addOverride('ephemeral.coffer_access_key.brief', { bucket_ids: ['b-9'], permissions: { read: 'true' } });

  expect(rowsOf(app)).toEqual([
    row('app/ByStack', 'app/Assets', 'read and write'),
    row('app/ByStack', 'b-8', 'read and write'),
    row('app/More', 'app/Assets', 'read'),
    row('app/More', 'app/Uploads', 'read'),
    row('app/More', 'b-7', 'read'),
    row('app/Widened', 'app/Assets', 'owner'),
    row('app/coffer_access_key.extra', 'app/Uploads', 'only owner'),
    unknownRow('app/coffer_access_key.extra', 'only owner'),
    row('app/ephemeral.coffer_access_key.brief', 'b-9', 'read'),
  ]);
});

test('the matrix has low-level keys, with every form of permissions and of lists', () => {
  const app = makeApp();
  const stack = makeStack(app);
  const uploads = bucketIn(stack, 'Uploads');
  const may = new TerraformVariable(stack, 'may', { type: 'bool' });
  const list = new TerraformVariable(stack, 'ids', { type: 'list(string)' }).listValue;
  const [name] = [uploads.resource.friendlyUniqueId];
  const ids = [uploads.bucketId];
  new l1.AccessKey(stack, 'Plain', { bucketIds: ids, permissions: { read: true, write: false } });
  new l1.AccessKey(stack, 'Maybe', { bucketIds: ids, permissions: { read: true, write: may.booleanValue } });
  new l1.AccessKey(stack, 'All', { bucketIds: list, permissions: { owner: true, read: true } });
  new l1.AccessKey(stack, 'None', { bucketIds: [], permissions: {} });
  new l1.AccessKey(stack, 'Written', { bucketIds: ids, permissions: {} }).addOverride('permissions', expr('var.all'));
  new l1.AccessKey(stack, 'Many', { bucketIds: [expr(`values(coffer_bucket.${name})[*].id`)], permissions: {} });
  new l1.AccessKey(stack, 'One', { bucketIds: [expr(`coffer_bucket.${name}["a"].id`)], permissions: {} });

  expect(rowsOf(app)).toEqual([
    unknownRow('app/All', 'read and owner'),
    unknownRow('app/Many', 'nothing'),
    row('app/Maybe', 'app/Uploads', 'read (unknown: write)'),
    '| `app/None` | no bucket | nothing |',
    row('app/One', 'app/Uploads["a"]', 'nothing'),
    row('app/Plain', 'app/Uploads', 'read'),
    row('app/Written', 'app/Uploads', 'unknown'),
  ]);
});

test('the matrix has what aspects add and change, before the app is synthesized and after it', () => {
  for (const order of ['before', 'after']) {
    const app = makeApp();
    const stack = makeStack(app);
    const key = new AccessKey(stack, 'Key');
    bucketIn(new Construct(stack, 'Inner'), 'Uploads').grantRead(key);
    Aspects.of(stack).add({
      visit: (node) => {
        if (node === key) key.resource.putPermissions({ read: true, write: true });
        // It does not look whether it has been here before.
        if (node instanceof Bucket) node.grantRead(new AccessKey(stack, 'Added'));
      },
    });

    if (order === 'after') synthApp(app);

    expect(rowsOf(app), order).toEqual([
      row('app/Added', 'app/Inner/Uploads', 'read'),
      row('app/Key', 'app/Inner/Uploads', 'read and write'),
    ]);
    expect(rowsOf(app), order).toHaveLength(2);
  }
});

test('the matrix and grantsOf have every bucket that was granted, and all of a map', () => {
  const app = makeApp();
  const stack = makeStack(app);
  const map = Bucket.forEach(stack, 'Map', TerraformIterator.fromList(['a', 'b']), { maxSize: Size.bytes(1) });
  const key = new AccessKey(stack, 'Key');
  const [old, other] = ['b-7', 'b-8'].map((id) => Bucket.fromBucketId(stack, id, id)) as [IBucket, IBucket];
  old.grantRead(key);
  map.grantRead(key);

  expect(rowsOf(app)).toEqual([row('app/Key', 'app/Map[*]', 'read'), row('app/Key', 'b-7', 'read')]);
  expect(CofferTesting.hasGrant(key, old, Permission.READ)).toBe(true);
  expect(CofferTesting.hasGrant(key, other, Permission.READ)).toBe(false);
  expect(CofferTesting.grantsOf(key).map(({ bucket }) => bucket.node.path)).toEqual(['app/b-7', 'app/Map']);
});

test('C14: whether a key opens a bucket by an id that only Terraform knows is said to be unknown', () => {
  const app = makeApp();
  const stack = makeStack(app);
  const [assets, uploads] = [bucketIn(stack, 'Assets'), bucketIn(stack, 'Uploads')];
  const key = new AccessKey(stack, 'Key');
  assets.grantRead(key);
  const given = Bucket.fromBucketId(stack, 'Given', Fn.trimspace(uploads.bucketId));
  key.resource.addOverride('bucket_ids', [given.bucketId]);

  expect(CofferTesting.hasGrant(key, assets, Permission.READ)).toBe(true);
  expect(CofferTesting.hasGrant(key, given, Permission.READ)).toBe(true);
  expect(CofferTesting.hasGrant(key, uploads, Permission.READ)).toBe(false);
  expect(() => CofferTesting.requireGrant(key, uploads, Permission.READ)).toThrow(
    'but only Terraform knows whether it opens that bucket',
  );
  expect(CofferTesting.grantsOf(key).map(({ bucket }) => bucket.node.path)).toEqual(['app/Assets', 'unknown']);
  // No check refuses what may be right.
  expect(uploads.environment(key)).toHaveProperty('S3_BUCKET');
  expect(rowsOf(app)).toEqual([row('app/Key', 'app/Assets', 'read'), unknownRow('app/Key', 'read')]);
});

test('a key that is moved to another is in no matrix, and no policy finds it', () => {
  const app = makeApp();
  const stack = makeStack(app);
  Aspects.of(stack).add(new NoOwnerKeys());
  const [assets, removed] = [bucketIn(stack, 'Assets'), bucketIn(stack, 'Removed')];
  const [before, after] = [new AccessKey(stack, 'Before'), new AccessKey(stack, 'After')];
  assets.grantOwner(before);
  removed.grantOwner(before);
  assets.grantRead(after);
  before.resource.moveTo('key');
  after.resource.addMoveTarget('key');
  stack.node.tryRemoveChild('Removed');

  expect(rowsOf(app)).toEqual([row('app/After', 'app/Assets', 'read')]);
  expect(CofferTesting.grantsOf(app)).toHaveLength(1);
  expect(Object.keys(resources(stack, 'coffer_bucket'))).toEqual([expect.stringMatching(/^Assets_/)]);
});
