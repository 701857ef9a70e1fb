import { Aspects, TerraformOutput, type TerraformStack, TerraformVariable } from 'cdktf';
import { expect, it } from 'vitest';
import { Emulator } from '../../../emulator';
import { AccessKey, Bucket, BucketAccess, CofferTesting, l1, RotatingAccessKey, Size } from '../../../src';
import { planeOf } from '../../host/emulator/s3/support';
import { makeStack } from '../../host/src/support';
import { layOut } from './deployment';

/** The path of a bucket is its description, so that the service can tell which is which. */
const bucketIn = (stack: TerraformStack, id: string) =>
  new Bucket(stack, id, { maxSize: Size.mebibytes(1), description: `${stack.node.id}/${id}` });

/** What the service calls each set of flags. */
const WORDS: Readonly<Record<string, string>> = {
  'true false false': 'read',
  'false true false': 'write',
  'true true false': 'read and write',
  'true true true': 'owner',
};

it('the access matrix says what the keys may do that the service has in the end', async () => {
  await using emulator = await Emulator.start();
  const { inspect } = emulator;
  const [old, given] = [await planeOf(emulator).bucket(), await planeOf(emulator).bucket()];
  let tableOf = () => '';
  const stacks = await layOut(
    emulator,
    (app) => {
      const [storage, web] = [makeStack(app, 'storage'), makeStack(app, 'web')];
      const [assets, uploads] = [bucketIn(storage, 'Assets'), bucketIn(storage, 'Uploads')];
      const access = new BucketAccess(web, 'Access');
      assets.grantRead(access);
      uploads.grantReadWrite(access);
      const wide = new AccessKey(storage, 'Wide');
      assets.grantRead(wide);
      wide.resource.putPermissions({ read: true, write: true, owner: true });
      const more = new RotatingAccessKey(storage, 'More');
      uploads.grantWrite(more);
      more.resource.addOverride('bucket_ids', [old.id]);
      storage.addOverride(
        `resource.coffer_rotating_access_key.${more.resource.friendlyUniqueId}.permissions.read`,
        true,
      );
      const variable = new TerraformVariable(web, 'given', { type: 'string' }).stringValue;
      const low = new l1.AccessKey(web, 'Low', { bucketIds: [variable], permissions: { write: true } });
      const changed = new AccessKey(web, 'Changed');
      Bucket.fromBucketAlias(web, 'Found', old.alias).grantRead(changed);
      Aspects.of(app.node.findChild('storage')).add({
        visit: (node) => (node === assets ? assets.grantRead(new AccessKey(storage, 'Added')) : undefined),
      });
      Aspects.of(web).add({
        visit: (node) => (node === changed ? changed.resource.putPermissions({ read: true, write: true }) : undefined),
      });
      new TerraformOutput(web, 'low', { value: low.accessKeyId });
      new TerraformOutput(web, 'changed', { value: changed.accessKeyId });
      new TerraformOutput(storage, 'wide', { value: wide.accessKeyId });
      new TerraformOutput(storage, 'more', { value: more.accessKeyId });
      tableOf = () => CofferTesting.accessMatrix(app);
    },
    { variables: { given: given.id } },
  );

  for (const stack of stacks) await stack.apply();
  const [storage, web] = await Promise.all(stacks.map((stack) => stack.outputs<Record<string, string>>()));

  const named = { ...storage, ...web };
  const paths = { [old.id]: 'old', [given.id]: 'given' };
  const buckets = new Map(inspect.buckets().map(({ id, description }) => [id, paths[id] ?? description]));
  const stored = inspect.accessKeys().flatMap(({ accessKeyId, bucketIds, permissions: { read, write, owner } }) => {
    const [key] = Object.entries(named).find(([, id]) => id === accessKeyId) ?? ['unnamed'];
    return bucketIds.map((id) => [key, buckets.get(id), WORDS[`${read} ${write} ${owner}`]].join(' | '));
  });
  const names: Readonly<Record<string, string>> = {
    [old.id]: 'old',
    'web/Found': 'old',
    unknown: 'given',
    'storage/Wide': 'wide',
    'storage/More': 'more',
    'web/Low': 'low',
    'web/Changed': 'changed',
  };
  const unnamed = ['storage/Added', 'web/Access/Read', 'web/Access/ReadWrite'];
  const listed = tableOf()
    .split('\n')
    .slice(2)
    .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')))
    .map(([, key = '', bucket = '', permission]) =>
      [unnamed.includes(key) ? 'unnamed' : names[key], names[bucket] ?? bucket, permission].join(' | '),
    );
  expect(listed).toHaveLength(8);
  expect(listed.sort()).toEqual(stored.sort());
});
