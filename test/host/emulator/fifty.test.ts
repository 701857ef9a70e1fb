import { expect, test } from 'vitest';
import { type Dialect, dialects, Emulator } from '../../../emulator';
import { base64, clientOf, startEmulator } from './support';

const DIALECTS = Object.keys(dialects) as Dialect[];
const COUNT = 12;
const ALL = { read: true, write: true, owner: true };

test(`${COUNT} emulators in one process at once do not disturb one another`, { timeout: 300_000 }, async () => {
  const places = Array.from({ length: COUNT }, (_, place) => place);
  const emulators = await Promise.all(
    places.map((place) => startEmulator({ dialect: DIALECTS[place % DIALECTS.length], seed: `emulator ${place}` })),
  );

  await Promise.all(
    emulators.map(async (emulator, place) => {
      const send = clientOf(emulator, emulator.token);
      emulator.clock.freeze();
      emulator.clock.set((place + 1) * 1_000_000);
      const project_id = emulator.projectId;
      for (let n = 0; n <= place % 5; n += 1) {
        await send('POST', '/secrets', { project_id, name: `of-${place}-${n}`, value: base64(`value ${place}`) });
      }
      const { id } = (await send('POST', '/s3/buckets', { project_id, max_size: place + 1 })).json;
      await send('POST', '/s3/keys', { project_id, bucket_ids: [id], permissions: ALL });
      emulator.faults.add({ operation: 'deleteBucket', status: 500 + (place % 5), times: 1 });
    }),
  );
  const lists = await Promise.all(
    emulators.map(async (emulator, place) => {
      const stranger = emulators[(place + 1) % emulators.length];
      const refused = await clientOf(emulator, stranger?.token ?? '')('GET', '/secrets');
      const faulty = await clientOf(emulator, emulator.token)('DELETE', '/s3/buckets/any');
      return [refused.status, faulty.status];
    }),
  );

  for (const [place, { inspect, journal, baseUrl }] of emulators.entries()) {
    const secrets = inspect.secrets();
    expect(secrets.map(({ name }) => name)).toEqual(
      Array.from({ length: (place % 5) + 1 }, (_, n) => `of-${place}-${n}`),
    );
    for (const { id } of secrets) expect(inspect.secretValue(id)).toBe(`value ${place}`);
    expect(inspect.buckets()).toMatchObject([{ maxSize: BigInt(place + 1), createdAt: (place + 1) * 1_000_000 }]);
    expect(inspect.accessKeys()).toMatchObject([{ bucketIds: [inspect.buckets()[0]?.id] }]);
    expect(journal.count()).toBe((place % 5) + 1 + 2 + 2);
    expect(lists[place], baseUrl).toEqual([401, 500 + (place % 5)]);
  }
  const ids = emulators.flatMap(({ inspect }) => [...inspect.secrets(), ...inspect.buckets(), ...inspect.accessKeys()]);
  expect(new Set(ids.map(({ id }) => id)).size).toBe(ids.length);
});

test('stopping some of many emulators leaves the others as they are', async () => {
  const emulators = await Promise.all(Array.from({ length: 10 }, () => Emulator.start()));
  const [stopped, running] = [emulators.filter((_, n) => n % 2 === 0), emulators.filter((_, n) => n % 2 === 1)];

  await Promise.all(stopped.map((emulator) => emulator.stop()));
  const statuses = await Promise.all(
    running.map(async (emulator) => (await clientOf(emulator, emulator.token)('GET', '/secrets')).status),
  );
  await Promise.all(running.map((emulator) => emulator.stop()));

  expect(statuses).toEqual(running.map(() => 200));
});
