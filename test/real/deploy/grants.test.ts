import { ListBucketsCommand } from '@aws-sdk/client-s3';
import { TerraformOutput, type TerraformStack } from 'cdktf';
import { expect, it } from 'vitest';
import { Emulator } from '../../../emulator';
import { AccessKey, Bucket, BucketAccess, type IBucket, Permission, Size } from '../../../src';
import { planeOf } from '../../host/emulator/s3/support';
import { type Credentials, clientWith, deploy } from './deployment';
import { fill } from './fill';
import { allowing, type Right, tryAll } from './uses';

/** Keys with grants to buckets, used by the official client: they permit what was granted, and no more. */

const makeBucket = (stack: TerraformStack, id: string) => new Bucket(stack, id, { maxSize: Size.mebibytes(1) });
const showAlias = (stack: TerraformStack, name: string, { alias }: IBucket) =>
  new TerraformOutput(stack, name, { value: alias });

const GRANTS = {
  grantRead: ['read'],
  grantWrite: ['write'],
  grantReadWrite: ['read', 'write'],
  grantOwner: ['owner'],
} as const satisfies Readonly<Record<string, readonly Right[]>>;

type Grant = keyof typeof GRANTS;

it('each grant gives a key exactly its permission on the bucket, and nothing on one without a grant', async () => {
  await using emulator = await Emulator.start();
  const deployment = await deploy(emulator, (stack) => {
    const open = makeBucket(stack, 'Open');
    for (const grant of Object.keys(GRANTS) as Grant[]) {
      const key = new AccessKey(stack, grant);
      open[grant](key);
      key.outputCredentials(grant);
    }
    showAlias(stack, 'open', open);
    showAlias(stack, 'closed', makeBucket(stack, 'Closed'));
  });
  const { open, closed, ...keys } = await deployment.outputs<
    { open: string; closed: string } & Record<Grant, Credentials>
  >();
  await fill(emulator, open, closed);

  for (const [grant, rights] of Object.entries(GRANTS)) {
    const client = clientWith(keys[grant as Grant]);
    const { Buckets } = await client.send(new ListBucketsCommand());

    expect([grant, await tryAll(client, open)]).toEqual([grant, allowing(...rights)]);
    expect([grant, await tryAll(client, closed)]).toEqual([grant, allowing()]);
    expect([grant, Buckets?.map(({ Name }) => Name)]).toEqual([grant, [open]]);
  }
});

/** The rights of each key of the next test, by bucket. */
const MIXED = {
  assetsReader: { assets: ['read'] },
  uploadsBoth: { uploads: ['read', 'write'] },
  importedReader: { byId: ['read'], byAlias: ['read'], byAttributes: ['read'], assets: ['read'] },
  importedWriter: { byAttributes: ['write'], uploads: ['write'] },
} as const satisfies Readonly<Record<string, Readonly<Record<string, readonly Right[]>>>>;

it('BucketAccess has a key per permission, and buckets defined elsewhere are opened like others', async () => {
  await using emulator = await Emulator.start();
  const plane = planeOf(emulator);
  const [byId, byAlias, byAttributes] = [await plane.bucket(), await plane.bucket(), await plane.bucket()];
  const deployment = await deploy(emulator, (stack) => {
    const [assets, uploads] = [makeBucket(stack, 'Assets'), makeBucket(stack, 'Uploads')];
    const access = new BucketAccess(stack, 'Web');
    assets.grantRead(access);
    uploads.grantReadWrite(access);
    access.keyFor(Permission.READ).outputCredentials('assetsReader');
    access.keyFor(Permission.READ_WRITE).outputCredentials('uploadsBoth');

    const withAttributes = Bucket.fromBucketAttributes(stack, 'ByAttributes', {
      bucketId: byAttributes.id,
      alias: byAttributes.alias,
      endpoint: emulator.s3Endpoint,
    });
    const elsewhere = AccessKey.fromAccessKeyId(stack, 'Elsewhere', 'GK-elsewhere');
    const reader = new AccessKey(stack, 'Reader', { dependsOn: [elsewhere, uploads] });
    Bucket.fromBucketId(stack, 'ById', byId.id).grantRead(reader);
    Bucket.fromBucketAlias(stack, 'ByAlias', byAlias.alias).grantRead(reader);
    withAttributes.grantRead(reader);
    assets.grantRead(reader);
    reader.outputCredentials('importedReader');
    const writer = new AccessKey(stack, 'Writer', { permission: Permission.WRITE, buckets: [withAttributes] });
    writer.addBucket(uploads);
    writer.outputCredentials('importedWriter');
    showAlias(stack, 'assets', assets);
    showAlias(stack, 'uploads', uploads);
    new TerraformOutput(stack, 'elsewhere', { value: elsewhere.accessKeyId });
  });
  const { assets, uploads, elsewhere, ...keys } = await deployment.outputs<
    { assets: string; uploads: string; elsewhere: string } & Record<keyof typeof MIXED, Credentials>
  >();
  const buckets = { assets, uploads, byId: byId.alias, byAlias: byAlias.alias, byAttributes: byAttributes.alias };
  await fill(emulator, ...Object.values(buckets));
  expect(elsewhere).toBe('GK-elsewhere');

  for (const [name, rights] of Object.entries(MIXED)) {
    const client = clientWith(keys[name as keyof typeof MIXED]);
    for (const [bucket, alias] of Object.entries(buckets)) {
      const allowed = (rights as Readonly<Record<string, readonly Right[]>>)[bucket] ?? [];

      expect([name, bucket, await tryAll(client, alias)]).toEqual([name, bucket, allowing(...allowed)]);
    }
  }
});
