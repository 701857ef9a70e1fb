import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startEmulator } from '../bench/emulator/s3/servers';
import { buildEmulator } from './build-emulator';
import { inRoot } from './support/paths';
import { must, run } from './support/run';

/**
 * Runs S3 clients in other languages against the built emulator: each uploads, lists, downloads, uploads in parts and deletes, and
 * compares the bytes. Not part of `npm test`, because building them takes minutes; Go caches what it built.
 */
const FOLDER = inRoot('test', 'clients', 'go');
const CLIENTS = [
  { folder: 'aws', module: 'github.com/aws/aws-sdk-go-v2/service/s3' },
  { folder: 'minio', module: 'github.com/minio/minio-go/v7' },
];

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});

async function main(): Promise<void> {
  const versions = await readFile(join(FOLDER, 'go.mod'), 'utf8');
  const built = inRoot('build', 'clients');
  await must('go', ['build', '-o', `${built}/`, './...'], { cwd: FOLDER, env: { GOFLAGS: '-buildvcs=false' } });
  const start = startEmulator(join(await buildEmulator(), 'main.cjs'), 'memory');
  await using server = await start();
  const { endpoint, bucket, accessKeyId, secretAccessKey } = server.target;
  const env = {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
  };
  for (const { folder, module } of CLIENTS) {
    const version =
      versions
        .split('\n')
        .find((line) => line.includes(`${module} v`))
        ?.trim() ?? module;
    const { code, stderr } = await run(join(built, folder), [], { env });
    console.log(`${code === 0 ? 'passed' : 'FAILED'}  ${version}`);
    if (code === 0) continue;
    console.log(stderr.trim());
    process.exitCode = 1;
  }
}
