import { ListBucketsCommand, S3Client } from '@aws-sdk/client-s3';
import { TerraformOutput } from 'cdktf';
import { afterEach, expect, it, vi } from 'vitest';
import { Emulator } from '../../../emulator';
import { AccessKey, Bucket, CofferFunctions, RotatingAccessKey, Size } from '../../../src';
import { planeOf } from '../../host/emulator/s3/support';
import { type Credentials, clientWith, deploy } from './deployment';
import { allowing, fill, type Right, tryAll } from './uses';

/** Keys with grants to buckets, used by the official client: they permit what was granted, and no more. */

const GRANTS = {
  grantRead: ['read'],
  grantWrite: ['write'],
  grantReadWrite: ['read', 'write'],
  grantOwner: ['owner'],
} as const satisfies Readonly<Record<string, readonly Right[]>>;

type Grant = keyof typeof GRANTS;

it('C2: each grant gives a key exactly its permission on the bucket, and nothing on one without a grant', async () => {
  await using emulator = await Emulator.start();
  const deployment = await deploy(emulator, (stack) => {
    const maxSize = Size.mebibytes(1);
    const [open, closed] = [new Bucket(stack, 'Open', { maxSize }), new Bucket(stack, 'Closed', { maxSize })];
    for (const grant of Object.keys(GRANTS) as Grant[]) {
      const key = new AccessKey(stack, grant);
      open[grant](key);
      key.outputCredentials(grant);
    }
    new TerraformOutput(stack, 'open', { value: open.alias });
    new TerraformOutput(stack, 'closed', { value: closed.alias });
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

type Environment = Readonly<Record<string, string>>;

afterEach(() => vi.unstubAllEnvs());

it('a client takes up what environment of a bucket, and the function of the provider, give', async () => {
  await using emulator = await Emulator.start();
  const elsewhere = await planeOf(emulator).bucket();
  const deployment = await deploy(emulator, (stack) => {
    const bucket = new Bucket(stack, 'Bucket', { maxSize: Size.mebibytes(1) });
    const imported = Bucket.fromBucketAlias(stack, 'Imported', elsewhere.alias);
    const [reader, writer] = [new AccessKey(stack, 'Reader'), new RotatingAccessKey(stack, 'Writer')];
    imported.grantRead(reader);
    bucket.grantWrite(writer);
    const { accessKeyId, secretAccessKey, endpoint } = writer;
    const environments = {
      read: imported.environment(reader),
      write: bucket.environment(writer),
      // Some services return their endpoint without a scheme.
      called: CofferFunctions.s3Environment({ endpoint, bucket: bucket.alias, accessKeyId, secretAccessKey }),
    };
    new TerraformOutput(stack, 'environments', { value: environments, sensitive: true });
  });
  const { environments } = await deployment.outputs<{ environments: Record<string, Environment> }>();

  for (const [right, environment] of [
    ['read', environments.read ?? {}],
    ['write', environments.write ?? {}],
    ['write', environments.called ?? {}],
  ] as const) {
    vi.stubEnv('HOME', deployment.workspace.folder);
    for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
    const client = new S3Client({ forcePathStyle: true, maxAttempts: 1 });
    const bucket = process.env.S3_BUCKET ?? '';
    await fill(emulator, bucket);

    expect(await tryAll(client, bucket)).toEqual(allowing(right));
    client.destroy();
    vi.unstubAllEnvs();
  }
});
