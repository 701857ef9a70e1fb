import { join } from 'node:path';
import { DeleteObjectsCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import type * as emulatorModule from '../emulator';
import { buildEmulator } from './build-emulator';
import { main } from './support/main';
import { CLIENTS } from './support/s3-clients';

const BUCKET = 'clients';

/**
 * Runs S3 clients in other languages against the built emulator: each uploads, lists, downloads, uploads in parts and deletes, and
 * compares the bytes; then the bucket has to be empty. Not part of `npm test`, because building them takes minutes; Go, Cargo and
 * Maven cache what they built. With arguments, only clients whose names contain one of them run.
 */
main(async () => {
  const wanted = process.argv.slice(2);
  const { Emulator } = (await import(join(await buildEmulator(), 'index.cjs'))) as typeof emulatorModule;
  await using emulator = await Emulator.start({ buckets: [BUCKET] });
  const { s3Endpoint: endpoint, awsEnvironment = {} } = emulator;
  const { AWS_ACCESS_KEY_ID: accessKeyId = '', AWS_SECRET_ACCESS_KEY: secretAccessKey = '' } = awsEnvironment;
  const credentials = { accessKeyId, secretAccessKey };
  const s3 = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials });
  for (const { name, version, prepare } of CLIENTS) {
    if (wanted.length > 0 && !wanted.some((text) => name.includes(text))) continue;
    try {
      const run = await prepare();
      await run({ endpoint, bucket: BUCKET, ...credentials });
      const left = await empty(s3, BUCKET);
      if (left.length > 0) throw new Error(`left behind: ${left.join(', ')}`);
      console.log(`passed  ${name} ${await version()}`);
    } catch (error) {
      console.log(`FAILED  ${name} ${await version()}\n${String(error)}`);
      process.exitCode = 1;
      await empty(s3, BUCKET);
    }
  }
});

/** Deletes what is in the bucket, and returns its keys. */
async function empty(s3: S3Client, Bucket: string): Promise<string[]> {
  const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket }));
  const keys = Contents.map(({ Key = '' }) => Key);
  if (keys.length > 0)
    await s3.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects: keys.map((Key) => ({ Key })) } }));
  return keys;
}
