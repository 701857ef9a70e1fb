import { expect, test } from 'vitest';
import { Emulator, type EmulatorOptions } from '../../../emulator';
import { readPage } from '../../unit/repository/docs/markdown';
import { send } from './s3/raw';
import { temporaryFolder } from './support';

/** The table "what survives what" of docs/emulator/data.md is what happens. */

const KEY = { accessKeyId: 'GKuploads', secretAccessKey: 'secret-of-tests' };
const OBJECTS = {
  secrets: [{ name: 'kept', value: 'x' }],
  buckets: [{ alias: 'uploads', max_size: 1000 }],
  access_keys: [
    {
      access_key_id: KEY.accessKeyId,
      secret_access_key: KEY.secretAccessKey,
      buckets: ['uploads'],
      permissions: { read: true, write: true },
    },
  ],
};
const DAY_MS = 86_400_000;

/** Everything that a row of the table is about, on an emulator that has it. */
async function fill(emulator: Emulator): Promise<{ readonly token: string; readonly issued: string }> {
  emulator.seedFrom(OBJECTS);
  await send(emulator.s3Endpoint, { method: 'PUT', path: '/uploads/a', body: 'hello' }, KEY);
  emulator.faults.add({ operation: 'createBucket', status: 503 });
  emulator.settings.change({ settle: '3polls' });
  emulator.clock.advance(DAY_MS);
  return { token: emulator.token, issued: emulator.newProject().token };
}

/** What is there of it, by the row. */
async function left(emulator: Emulator, { token, issued }: Awaited<ReturnType<typeof fill>>) {
  const statusOf = async (bearer: string) =>
    (await fetch(`${emulator.baseUrl}/secrets`, { headers: { authorization: `Bearer ${bearer}` } })).status;
  const { inspect, faults, settings, clock } = emulator;
  return {
    'projects, secrets, pull secrets, buckets, keys': inspect.secrets().length + inspect.buckets().length === 2,
    'objects in buckets, uploads, CORS and lifecycle rules': inspect
      .buckets()
      .some(({ id }) => inspect.objects(id).length > 0),
    'tokens of the start': (await statusOf(token)) === 200,
    'projects and tokens created while it runs': (await statusOf(issued)) === 200,
    'settings, faults, journal, clock': [
      faults.list().length > 0,
      settings.read().settle !== 'immediate',
      clock.now() > Date.now() + DAY_MS / 2,
    ].some(Boolean),
  };
}

/** What has become of it, by the column. */
const ways = {
  '`reset`': async (emulator: Emulator) => {
    emulator.reset();
    return emulator;
  },
  'next start without `--data`': async () => startAndDispose({}),
  '[seed](seed.md)': async (emulator: Emulator) => {
    const seed = emulator.saveSeed();
    const other = await startAndDispose({});
    other.seedFrom(seed);
    return other;
  },
  '[snapshot](snapshots.md)': async (emulator: Emulator) => {
    const snapshot = emulator.snapshot();
    emulator.reset();
    emulator.restore(snapshot);
    return emulator;
  },
} as const;

const started: Emulator[] = [];
async function startAndDispose(options: EmulatorOptions): Promise<Emulator> {
  const emulator = await Emulator.start(options);
  started.push(emulator);
  return emulator;
}

const table = readPage('docs/emulator/data.md')
  .prose.split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) => line.slice(2, -2).split(' | '));
const head = table.find(([first]) => first === 'What it is') ?? [];
const claimOf = (row: string, column: string) => table.find(([first]) => first === row)?.[head.indexOf(column)] ?? '';
/** Only what begins with "yes" says that all of it is there. */
const isClaimed = (row: string, column: string) => /^yes/.test(claimOf(row, column));

/** Claims in other words: of a snapshot it is the token of this start that goes on. */
const OTHERWISE: Readonly<Record<string, readonly string[]>> = {
  'tokens of the start': ['[snapshot](snapshots.md)'],
};

test.each(Object.entries(ways))('after %s', async (column, way) => {
  await using emulator = await Emulator.start();
  const known = await fill(emulator);

  const there = await left(await way(emulator), known);

  await Promise.all(started.splice(0).map((each) => each.stop()));
  expect(head).toContain(column);
  for (const [row, is] of Object.entries(there)) {
    expect(claimOf(row, column), row).not.toBe('');
    if (OTHERWISE[row]?.includes(column)) continue;
    expect({ row, column, is }).toEqual({ row, column, is: isClaimed(row, column) });
  }
});

test('after the next start with `--data`', async () => {
  const dataDir = temporaryFolder();
  const before = await Emulator.start({ dataDir });
  const known = await fill(before);
  await before.stop();

  await using emulator = await Emulator.start({ dataDir });

  for (const [row, is] of Object.entries(await left(emulator, known))) {
    const column = 'next start with `--data`';
    expect({ row, column, is }).toEqual({ row, column, is: isClaimed(row, column) });
  }
});
