import * as s3 from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import { clientFor } from '../../host/emulator/s3/support';
import { clientOf, temporaryFolder } from '../../host/emulator/support';
import { prepareBucket } from '../../real/emulator/s3/process-bucket';
import { throwDice } from '../../support/dice';
import { startProcess } from '../../support/emulator-process';

const ROUNDS = 2;
const OBJECTS = 100;
const LARGE = 20_000;
const DAY_MS = 86_400_000;

test(`E16: kill -9 while lifecycle rules act, ${ROUNDS} times: all that is due is gone, or all of it is there and whole`, {
  timeout: 60_000 + 30_000 * ROUNDS,
}, async () => {
  const dice = throwDice('kills of lifecycle rules');
  const flags = ['--data', temporaryFolder(), '--token', 'mine'];
  const first = await startProcess(flags);
  const { bucket: Bucket, credentials } = await prepareBucket(first.ready);
  const Rules: s3.LifecycleRule[] = [{ Status: 'Enabled', Filter: {}, Expiration: { Days: 1 } }];
  const rule = new s3.PutBucketLifecycleConfigurationCommand({ Bucket, LifecycleConfiguration: { Rules } });
  await clientFor(first.ready, credentials).send(rule);
  await first.emulator.kill('SIGTERM');

  for (let round = 0; round < ROUNDS; round += 1) {
    const { emulator, ready } = await startProcess(flags);
    const client = clientFor(ready, credentials);
    const put = (n: number) => new s3.PutObjectCommand({ Bucket, Key: `k${n}`, Body: Buffer.alloc(LARGE, 'x') });
    await Promise.all(Array.from({ length: OBJECTS }, (_, n) => client.send(put(n))));

    const acting = clientOf(ready, 'mine')('POST', '/_emulator/clock/advance', { ms: 2 * DAY_MS }).catch(
      () => undefined,
    );
    // A moment of real time, so that it falls anywhere in whatever is under way.
    await new Promise((resolve) => setTimeout(resolve, dice.roll(40)));
    await emulator.kill('SIGKILL');
    const answered = (await acting) !== undefined;

    const after = await startProcess(flags);
    const { Contents = [] } = await clientFor(after.ready, credentials).listObjectsV2({ Bucket });
    expect(Contents.length).toBe(answered || Contents.length === 0 ? 0 : OBJECTS);
    expect(Contents.every(({ Size }) => Size === LARGE)).toBe(true);
    // Every byte of what is there has its file: what misses one is named at the start.
    expect(after.emulator.stderr).toBe('');
    await after.emulator.kill('SIGTERM');
  }
});
