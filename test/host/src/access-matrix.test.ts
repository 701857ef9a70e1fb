import { Aspects, Fn, ref, TerraformIterator, TerraformStack, TerraformVariable, Token } from 'cdktf';
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

test('the matrix of an app without keys has no rows', () => {
  const app = makeApp();
  bucketIn(makeStack(app), 'Uploads');

  expect(CofferTesting.accessMatrix(app)).toBe('| Key | Bucket | Permission |\n| --- | --- | --- |');
});

test('the matrix names buckets that are imported, looked up and low-level, and expressions as they are written', () => {
  const app = makeApp();
  const [storage, web] = [makeStack(app, 'storage'), makeStack(app, 'web')];
  const low = new l1.Bucket(storage, 'Low', { maxSize: 1 });
  const id = new TerraformVariable(web, 'bucket_id', {}).stringValue;
  const key = new AccessKey(web, 'Key');
  Bucket.fromBucketId(web, 'Old', 'b-7').grantRead(key);
  Bucket.fromBucketAttributes(web, 'Whole', { bucketId: 'b-8', alias: 'a', endpoint: 'e' }).grantRead(key);
  Bucket.fromBucketAlias(web, 'Found', 'uploads').grantRead(key);
  Bucket.fromBucketId(web, 'Given', id).grantRead(key);
  Bucket.fromBucketId(web, 'Computed', Fn.element([id, 'b|9'], 0)).grantRead(key);
  const far = bucketIn(storage, 'Uploads');
  Bucket.fromBucketId(web, 'Far', Fn.element([far.bucketId, far.bucketId], 0)).grantRead(key);
  Bucket.fromBucketId(web, 'FarText', `${far.alias}`).grantRead(key);
  const all = ref(`values(coffer_bucket.${far.resource.friendlyUniqueId})[*].id`, storage);
  new l1.AccessKey(web, 'All', { bucketIds: Token.asList(all), permissions: { read: true } });
  Bucket.fromBucketId(web, 'Again', bucketIn(web, 'Uploads').bucketId).grantRead(key);
  BucketGrants.fromBucket(low).read(key);
  const there = `stack["storage"].coffer_bucket.${far.resource.friendlyUniqueId}.id`;

  expect(rowsOf(app)).toEqual([
    row('web/All', 'storage/Uploads[*]', 'read'),
    row('web/Key', expr(`element([${[1, 2].map(() => there).join(', ')}], 0)`), 'read'),
    row('web/Key', expr('element([var.bucket_id, "b\\|9"], 0)'), 'read'),
    row('web/Key', expr(`stack["storage"].coffer_bucket.${far.resource.friendlyUniqueId}.alias`), 'read'),
    row('web/Key', expr('var.bucket_id'), 'read'),
    row('web/Key', 'b-7', 'read'),
    row('web/Key', 'b-8', 'read'),
    row('web/Key', 'storage/Low', 'read'),
    row('web/Key', 'web/Found', 'read'),
    row('web/Key', 'web/Uploads', 'read'),
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
    row('app/coffer_access_key.extra', expr('coffer_bucket.elsewhere.id'), 'only owner'),
    row('app/coffer_access_key.extra', 'app/Uploads', 'only owner'),
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
    row('app/All', expr('var.ids'), 'read and owner'),
    row('app/Many', 'app/Uploads[*]', 'nothing'),
    row('app/Maybe', 'app/Uploads', `read and write if ${expr('var.may')}`),
    row('app/None', 'no bucket', 'nothing'),
    row('app/One', 'app/Uploads["a"]', 'nothing'),
    row('app/Plain', 'app/Uploads', 'read'),
    row('app/Written', 'app/Uploads', expr('var.all')),
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

test('the matrix says of every key what its code says', () => {
  const app = makeApp();
  const [storage, web] = [makeStack(app, 'storage'), makeStack(app, 'web')];
  const buckets = [bucketIn(storage, 'A'), bucketIn(web, 'B'), Bucket.fromBucketAlias(web, 'C', 'c')];
  const keys = [storage, web].flatMap((stack) => [new AccessKey(stack, 'K'), new RotatingAccessKey(stack, 'R')]);
  for (const [index, key] of keys.entries()) {
    for (const bucket of index < 2 ? buckets.slice(0, 1) : buckets.slice(index % 2)) bucket.grantWrite(key);
  }

  const rows = rowsOf(app);

  const code = Object.values(synthApp(app)).map((text) => JSON.parse(text).resource ?? {});
  const blocks = code.flatMap((resource) =>
    ['coffer_access_key', 'coffer_rotating_access_key'].flatMap((type) => Object.values(resource[type] ?? {})),
  ) as { bucket_ids: string[]; permissions: Record<string, boolean> }[];
  expect(blocks).toHaveLength(4);
  expect(rows).toHaveLength(blocks.flatMap(({ bucket_ids }) => bucket_ids).length);
  expect(rows.every((each) => each.endsWith('| write |'))).toBe(true);
  expect(blocks.map(({ permissions }) => permissions)).toEqual(
    Array(4).fill({ read: false, write: true, owner: false }),
  );
});

test('the matrix of low-level constructs alone runs their aspects', () => {
  const app = makeApp();
  const stack = new TerraformStack(app, 'low');
  new l1.CofferProvider(stack, 'coffer');
  const key = new l1.AccessKey(stack, 'Key', { bucketIds: ['b-1'], permissions: { read: true } });
  Aspects.of(stack).add({ visit: (node) => (node === key ? key.putPermissions({ write: true }) : undefined) });

  expect(rowsOf(app)).toEqual([row('low/Key', 'b-1', 'write')]);
});

test('the matrix has every bucket that was granted, and takes no expression of the program apart', () => {
  const app = makeApp();
  const stack = makeStack(app);
  const [assets, uploads] = [bucketIn(stack, 'Assets'), bucketIn(stack, 'Uploads')];
  const map = Bucket.forEach(stack, 'Map', TerraformIterator.fromList(['a', 'b']), { maxSize: Size.bytes(1) });
  const key = new AccessKey(stack, 'Key');
  const [old, other] = ['b-7', 'b-8'].map((id) => Bucket.fromBucketId(stack, id, id)) as [IBucket, IBucket];
  old.grantRead(key);
  map.grantRead(key);
  const [one, two] = [assets, uploads].map(({ resource }) => `coffer_bucket.${resource.friendlyUniqueId}.id`);
  const unclear = [`element([${one}, ${two}], 0)`, `setsubtract([${one}, ${two}], [${two}])`, `upper(${one})`];
  for (const code of unclear) {
    new AccessKey(stack, code.slice(0, 4), {
      permission: Permission.READ,
      buckets: [Bucket.fromBucketId(stack, code, expr(code))],
    });
  }
  new l1.AccessKey(stack, 'Low', { bucketIds: Fn.concat([[assets.bucketId], ['b|9']]), permissions: { read: true } });
  new l1.AccessKey(stack, 'Text', { bucketIds: [`x-${assets.bucketId}`], permissions: { read: true } });

  expect(rowsOf(app)).toEqual([
    row('app/Key', 'app/Map[*]', 'read'),
    row('app/Key', 'b-7', 'read'),
    row('app/Low', expr(`concat([${one}], ["b\\|9"])`), 'read'),
    row('app/Text', `x-${expr(String(one))}`, 'read'),
    ...unclear.map((code) => row(`app/${code.slice(0, 4)}`, expr(code), 'read')),
  ]);
  expect(CofferTesting.hasGrant(key, old, Permission.READ)).toBe(true);
  expect(CofferTesting.hasGrant(key, other, Permission.READ)).toBe(false);
  expect(CofferTesting.grantsOf(key).map(({ bucket }) => bucket.node.path)).toEqual(['app/b-7', 'app/Map']);
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

test('the truth values that Terraform reads from text are known', () => {
  const stack = makeStack();
  Aspects.of(stack).add(new NoOwnerKeys());
  const key = new l1.AccessKey(stack, 'Key', { bucketIds: ['b-1'], permissions: {} });
  key.addOverride('permissions', { read: '1', write: '0', owner: 'true' });

  expect(rowsOf(stack)).toEqual([row('app/Key', 'b-1', 'read and owner')]);
  key.addOverride('permissions', { owner: '1' });
  expect(() => synth(stack)).toThrow('AccessKey "app/Key" has the permission "owner"');
});
