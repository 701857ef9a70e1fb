import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BUILT_EMULATOR } from '../../support/built-emulator';
import { EmulatorProcess } from '../../support/emulator-process';

/** Uploads an object whose hashes are computed by a thread, stops the emulator, and closes what the client holds. */
const PROGRAM = `
import { S3 } from '@aws-sdk/client-s3';
import { Emulator } from '${join(BUILT_EMULATOR, 'index.cjs')}';

const emulator = await Emulator.start({ buckets: ['uploads'] });
const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = emulator.awsEnvironment;
const credentials = { accessKeyId, secretAccessKey };
const client = new S3({ endpoint: emulator.s3Endpoint, region: 'us-east-1', forcePathStyle: true, credentials });
await client.putObject({ Bucket: 'uploads', Key: 'large', Body: new Uint8Array(2 ** 21) });
client.destroy();
await emulator.stop();
console.log('stopped');
`;

test('a program with an emulator in it ends by itself after the emulator was stopped', {
  timeout: 60_000,
}, async () => {
  const { ended } = new EmulatorProcess([], {}, ['--input-type=module', '--eval', PROGRAM]);

  expect(await ended).toMatchObject({ code: 0, stdout: 'stopped\n' });
});
