import { expect, test } from 'vitest';
import { memoryMib } from '../../../scripts/support/process-figures';
import { prepareBucket } from '../../real/emulator/s3/process-bucket';
import { throwDice } from '../../support/dice';
import { startProcess } from '../../support/emulator-process';
import { converse } from './fuzz/converse';
import { type Aim, draw } from './fuzz/requests';

const REQUESTS = 2_000;
const CONNECTIONS = 8;
/** By then everything is loaded and compiled, and the journal has begun to fill. */
const WARM = Math.round(REQUESTS / 4);
const MOST_GROWTH_MIB = 50;

test('fuzzed requests never break it', { timeout: 60_000 + 100 * REQUESTS }, async () => {
  const dice = throwDice('S3 fuzz');
  const { emulator, ready } = await startProcess();
  const { bucket, credentials } = await prepareBucket(ready);
  const aim: Aim = { host: new URL(ready.s3Endpoint).host, bucket, credentials, uploads: [] };
  const statuses = new Map<string, number>();
  const problems: string[] = [];
  let [begun, warm] = [0, 0];

  const worker = async () => {
    while (begun < REQUESTS && problems.length < 10) {
      begun += 1;
      if (begun === WARM) warm = memoryMib(emulator.pid, 'VmRSS') ?? 0;
      const { bytes, isWhole, label } = await draw(dice, aim);
      const heard = await converse(ready.s3Endpoint, bytes, isWhole).catch((error: Error) => error);
      if (heard instanceof Error) {
        problems.push(`${label}: ${heard.message}`);
        continue;
      }
      const { status, text } = heard;
      const code = /<Code>(\w+)</.exec(text)?.[1] ?? '';
      if (status === undefined ? isWhole : status >= 500 && status !== 501) {
        problems.push(`${label}: ${status} ${code}\n${bytes.toString('latin1').slice(0, 1500)}`);
      }
      statuses.set(`${status} ${code}`, (statuses.get(`${status} ${code}`) ?? 0) + 1);
      const upload = /<UploadId>([^<]+)</.exec(text)?.[1];
      if (upload) aim.uploads.push(upload);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  const growth = (memoryMib(emulator.pid, 'VmRSS') ?? 0) - warm;
  const ended = await emulator.kill('SIGTERM');

  expect(ended).toMatchObject({ code: 0, stderr: '' });
  expect(problems).toEqual([]);
  expect(growth).toBeLessThanOrEqual(MOST_GROWTH_MIB);
  // It got past signatures, and was refused for many reasons.
  const successes = [...statuses]
    .filter(([status]) => status.startsWith('2'))
    .reduce((sum, [, count]) => sum + count, 0);
  expect(successes).toBeGreaterThan(REQUESTS / 10);
  expect(statuses.size).toBeGreaterThan(20);
  process.stderr.write(
    `S3 fuzz: ${REQUESTS} requests, ${statuses.size} kinds of response, ${growth.toFixed(1)} MiB more memory\n`,
  );
});
