import { expect, test } from 'vitest';
import { base64, clientOf, startEmulator } from './support';

const TESTS = 40;

test('E13: many tests at once in one emulator, with faults and held requests in each, do not meet', {
  timeout: 240_000,
}, async () => {
  const emulator = await startEmulator();

  const results = await Promise.all(
    Array.from({ length: TESTS }, async (_, index) => {
      const { token, projectId } = emulator.newProject();
      const send = clientOf({ baseUrl: emulator.baseUrl }, token);
      const where = { projectId };
      const failing = emulator.faults.add({ operation: 'listSecrets', status: 503, skip: 1, times: 1, where });
      const holding = emulator.faults.add({ operation: 'createSecret', pause: true, times: 1, where });
      const losing = emulator.faults.add({ operation: 'createBucket', cut: 'after-commit', times: 1, where });
      const held = send('POST', '/secrets', { project_id: projectId, name: `s-${index}`, value: base64('x') });
      await emulator.journal.waitFor({ projectId, operation: 'createSecret' }, { timeoutMs: 600_000 });
      const whileHeld = (await send('GET', '/secrets')).json;
      const bucket = { project_id: projectId, max_size: 1000 + index };
      const lost = await send('POST', '/s3/buckets', bucket).then(
        () => 'answered',
        () => 'cut',
      );
      const failed = (await send('GET', '/secrets')).status;
      holding.release();
      const made = (await held).status;
      const names = (await send('GET', '/secrets')).json.map(({ name }: { name: string }) => name);
      const sizes = (await send('GET', '/s3/buckets')).json.map(({ max_size: size }: { max_size: number }) => size);
      const counts = [failing, holding, losing].map(({ met }) => met);
      for (const fault of [failing, holding, losing]) fault.remove();
      return { whileHeld, lost, failed, made, names, sizes, counts, requests: emulator.journal.count(where) };
    }),
  );

  results.forEach((result, index) => {
    expect(result).toEqual({
      whileHeld: [],
      lost: 'cut',
      failed: 503,
      made: 201,
      names: [`s-${index}`],
      sizes: [1000 + index],
      counts: [1, 1, 1],
      requests: 6,
    });
  });
  expect(emulator.faults.list()).toEqual([]);
});
