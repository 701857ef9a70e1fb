import { S3Client } from '@aws-sdk/client-s3';
import { TerraformOutput } from 'cdktf';
import { afterEach, expect, it, vi } from 'vitest';
import { Emulator } from '../../../emulator';
import { AccessKey, Bucket, CofferFunctions, RotatingAccessKey, Size } from '../../../src';
import { planeOf } from '../../host/emulator/s3/support';
import { deploy } from './deployment';
import { allowing, fill, tryAll } from './uses';

/** Environment variables for S3 clients, read by a client without other settings. */

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
