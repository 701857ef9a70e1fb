import { describe, expect, test } from 'vitest';
import type { Operation } from '../../../../contract';
import type { Client, ClientSettings } from '../../../../provider/client';
import { bytes, failureOf, otherClient, startService } from './fixture';

type Service = Awaited<ReturnType<typeof startService>>;

/** A kind of object whose lost creates the client searches for. */
interface Kind {
  readonly operation: Operation;
  /** Creates the same object for every client. */
  readonly make: (client: Client, projectId: string, call?: Service['call']) => Promise<{ id: string }>;
  readonly ids: (service: Service) => string[];
}

const idsOf = (all: readonly { readonly id: string }[]) => all.map(({ id }) => id);

const KINDS: Readonly<Record<string, Kind>> = {
  secret: {
    operation: 'createSecret',
    make: ({ secrets }, projectId, call) => secrets.create({ projectId, name: 'db', value: bytes('canary') }, call),
    ids: ({ emulator }) => idsOf(emulator.inspect.secrets()),
  },
  bucket: {
    operation: 'createBucket',
    make: ({ buckets }, projectId, call) => buckets.create({ projectId, maxSize: 7n, description: 'd' }, call),
    ids: ({ emulator }) => idsOf(emulator.inspect.buckets()),
  },
  'listed pull secret': {
    operation: 'createPullSecret',
    make: ({ pullSecrets }, projectId, call) =>
      pullSecrets.create(
        {
          ...{ projectId, server: 'ghcr.io', username: 'octo', password: 'canary' },
          listed: { isServer: (server) => server === 'ghcr.io' },
        },
        call,
      ),
    ids: ({ emulator }) => idsOf(emulator.inspect.pullSecrets()),
  },
};
const kinds = Object.entries(KINDS);

/** Our create fails without effect, and another client creates a similar object at the same moment. */
async function createBesideOther({ operation, make }: Kind, settings: Partial<ClientSettings>) {
  const service = await startService({ dialect: 'extended', knobs: { takenName: 'accept' } }, settings);
  const { client, emulator, projectId, call } = service;
  const held = emulator.faults.add({ operation, status: 502, pause: true, when: 'before-commit', times: 1 });
  const creating = make(client, projectId, call).then(
    (made) => ({ made, error: undefined }),
    (error: Error) => ({ made: undefined, error }),
  );
  await held.whenMet();
  const theirs = await make(otherClient(emulator), projectId);
  held.release();
  return { ...service, theirs, ...(await creating) };
}

describe.each(kinds)('P2: a lost %s', (_name, kind) => {
  test('is adopted with a warning that names it, and says how to send the value again', async () => {
    const { theirs, made, warnings } = await createBesideOther(kind, {});

    expect(made).toEqual({ id: theirs.id });
    expect(warnings).toMatchObject([{ summary: `Adopted after a lost response: "${theirs.id}"` }]);
    expect(warnings[0]?.detail).toContain(theirs.id);
    expect(warnings[0]?.detail).toContain('returned 502');
    if (kind.operation === 'createBucket')
      expect(warnings[0]?.detail).toMatch(/at that moment\. If it is somebody else's/);
    else expect(warnings[0]?.detail).toMatch(/change \w+_wo_version/);
    expect(JSON.stringify(warnings)).not.toContain('canary');
  });

  test('is an error that names it with "report", and is not sent again', async () => {
    const { theirs, error, warnings, emulator } = await createBesideOther(kind, { lostCreates: 'report' });

    expect(error).toMatchObject({ name: 'UnconfirmedError', existingId: theirs.id, operation: kind.operation });
    expect(warnings).toEqual([]);
    expect(emulator.journal.count({ operation: kind.operation })).toBe(2);
  });

  test.each([
    ['is adopted by the sole writer', 'sole_writer', { cut: 'after-commit' }],
    ['that a success without an id has confirmed', 'adopt', { garbage: '' }],
    ['whose id arrived before the response was cut', 'report', { truncate: 44 }],
  ] as const)('%s is taken without a word with "%s"', async (_what, lostCreates, fault) => {
    const service = await startService({ dialect: 'extended' }, { lostCreates });
    const { client, emulator, projectId, call, warnings } = service;
    emulator.faults.add({ operation: kind.operation, ...fault, times: 1 });

    const { id } = await kind.make(client, projectId, call);

    expect(kind.ids(service)).toEqual([id]);
    expect(warnings).toEqual([]);
  });

  test.each([
    ['"assigned-1"', true],
    ['"created"', false],
  ])('P40: whose whole response is %s is identified by that if it is an id', async (garbage, isId) => {
    const service = await startService({ dialect: 'extended' }, { lostCreates: 'report' });
    const { client, emulator, projectId, call, warnings } = service;
    emulator.faults.add({ operation: kind.operation, garbage, times: 1 });

    const { id } = await kind.make(client, projectId, call);

    expect([id]).toEqual(isId ? ['assigned-1'] : kind.ids(service));
    expect(warnings).toEqual([]);
  });
});

describe('P2: a lost access key', () => {
  const permissions = { read: true, write: false, owner: false };

  async function start(settings: Partial<ClientSettings> = {}, options: Parameters<typeof startService>[0] = {}) {
    const service = await startService(options, settings);
    const { id } = await service.client.buckets.create({ projectId: service.projectId, maxSize: 5n });
    const input = { projectId: service.projectId, bucketIds: [id], permissions };
    const keys = () => service.emulator.inspect.accessKeys();
    return { ...service, input, keys };
  }

  test('that never took effect deletes no other key: that of somebody else is named and stays', async () => {
    const { client, emulator, input, call, warnings, keys } = await start();
    const held = emulator.faults.add({ operation: 'createAccessKey', status: 502, pause: true, times: 1 });
    const creating = client.accessKeys.create(input, call);
    await held.whenMet();
    const theirs = await otherClient(emulator).accessKeys.create(input);

    held.release();
    const ours = await creating;

    expect(new Set(keys().map(({ id }) => id))).toEqual(new Set([theirs.id, ours.id]));
    expect(emulator.journal.count({ operation: 'deleteAccessKey' })).toBe(0);
    expect(warnings).toMatchObject([{ summary: `Access key left over: "${theirs.id}"` }]);
    const { detail = '' } = warnings[0] ?? {};
    for (const part of [theirs.id, String(theirs.access_key_id), ...input.bucketIds, 'curl -X DELETE', '-invoke=']) {
      expect(detail).toContain(part);
    }
    for (const part of [ours.id, emulator.token]) expect(detail).not.toContain(part);
  });

  test('that may exist causes at most one further create', async () => {
    const { client, emulator, input, call, warnings, keys } = await start();
    emulator.faults.add({ operation: 'createAccessKey', cut: 'after-commit' });

    const error = await failureOf(client.accessKeys.create(input, call));

    expect(error).toMatchObject({ name: 'LostError', created: false });
    expect(emulator.journal.count({ operation: 'createAccessKey' })).toBe(2);
    expect(warnings).toHaveLength(1);
    for (const { id } of keys()) expect(warnings[0]?.detail).toContain(id);
  });

  test('is deleted if the part of the response that arrived has its id', async () => {
    const { client, emulator, input, call, warnings, keys } = await start();
    emulator.faults.add({ operation: 'createAccessKey', truncate: 44, times: 1 });

    const ours = await client.accessKeys.create(input, call);

    expect(keys().map(({ id }) => id)).toEqual([ours.id]);
    expect(warnings).toMatchObject([{ summary: expect.stringMatching(/^An access key was made twice: "\S+"$/) }]);
  });

  test('P36: after the deletion of a candidate the retry is a new create', async () => {
    const options = { knobs: { idempotencyKeys: 'replayed' } } as const;
    const { client, emulator, input, call, keys } = await start({ lostCreates: 'sole_writer' }, options);
    emulator.faults.add({ operation: 'createAccessKey', cut: 'after-commit', times: 1 });

    const ours = await client.accessKeys.create(input, call);

    expect(keys().map(({ id }) => id)).toEqual([ours.id]);
    expect(emulator.journal.count({ operation: 'deleteAccessKey' })).toBe(1);
  });

  test('stays if the part that arrived has another id', async () => {
    const { client, emulator, input, call, keys } = await start();
    const held = emulator.faults.add({ operation: 'createAccessKey', truncate: 44, pause: true, times: 1 });
    const creating = client.accessKeys.create(input, call);
    await held.whenMet();
    const theirs = await otherClient(emulator).accessKeys.create(input);

    held.release();
    const ours = await creating;

    expect(new Set(keys().map(({ id }) => id))).toEqual(new Set([theirs.id, ours.id]));
  });

  test.each(['adopt', 'sole_writer'] as const)(
    'P36: a retry gets the response of the first request from a service that replays: nothing is left, named or deleted (%s)',
    async (lostCreates) => {
      const options = { knobs: { idempotencyKeys: 'replayed' }, lag: { newHidden: 30 } } as const;
      const { client, emulator, input, call, warnings, keys } = await start({ lostCreates }, options);
      emulator.faults.add({ operation: 'createAccessKey', cut: 'after-commit', times: 1 });

      const ours = await client.accessKeys.create(input, call);

      expect(keys().map(({ id }) => id)).toEqual([ours.id]);
      expect(warnings).toEqual([]);
      expect(emulator.journal.count({ operation: 'deleteAccessKey' })).toBe(0);
    },
  );
});

test('P3: creates that differ only in their values run one after another until the id is known', async () => {
  const { client, emulator, projectId, call, warnings } = await startService(
    { dialect: 'minimal' },
    { lostCreates: 'sole_writer', allowForeignProject: true },
  );
  emulator.faults.add({ operation: 'createSecret', cut: 'after-commit', times: 1 });

  const values = ['one', 'two', 'three'];
  const made = await Promise.all(
    values.map((value) => client.secrets.create({ projectId, name: 'same', value: bytes(value) }, call)),
  );

  expect(made.map(({ id }) => emulator.inspect.secretValue(id))).toEqual(values);
  expect(JSON.stringify(warnings)).not.toContain('Adopted');
});

test('P3: buckets of another size with our description prevent a retry, and are named', async () => {
  const { client, emulator, projectId, call } = await startService();
  const held = emulator.faults.add({ operation: 'createBucket', status: 504, pause: true, times: 1 });
  const creating = failureOf(client.buckets.create({ projectId, maxSize: 7n, description: 'same' }, call));
  await held.whenMet();
  const rounded = await otherClient(emulator).buckets.create({ projectId, maxSize: 4096n, description: 'same' });

  held.release();
  const error = await creating;

  expect(error).toMatchObject({ name: 'LostError', created: false });
  expect(error.message).toContain(rounded.id);
  expect(emulator.journal.count({ operation: 'createBucket' })).toBe(2);
});

test.each([
  ['one', true],
  ['two', false],
])(
  'P2: a create of the value "%s" that was given up may come through for the next one of "two": the sole writer is told if they differ',
  async (first, told) => {
    const { client, emulator, projectId, call, warnings } = await startService(
      { dialect: 'extended', knobs: { takenName: 'accept' } },
      { lostCreates: 'sole_writer', maxRetries: 0 },
    );
    const lost = { operation: 'createSecret', status: 502, when: 'before-commit', times: 1 } as const;
    const create = (by: Client, value: string) =>
      by.secrets.create({ projectId, name: 'db', value: bytes(value) }, by === client ? call : undefined);
    emulator.faults.add(lost);
    expect(await failureOf(create(client, first))).toMatchObject({ name: 'LostError' });
    const held = emulator.faults.add({ ...lost, pause: true });
    const creating = create(client, 'two');
    await held.whenMet();
    const late = await create(otherClient(emulator), first);
    held.release();

    expect(await creating).toEqual({ id: late.id });
    expect(warnings.map(({ summary }) => summary)).toEqual(
      told ? [`Adopted after a lost response: ${JSON.stringify(late.id)}`] : [],
    );
  },
);

test('P3: one search serves all equal lost creates', async () => {
  const { client, emulator, projectId, call, time } = await startService({}, { maxRetries: 0 });
  emulator.faults.add({ operation: 'createBucket', status: 503 });

  const errors = await Promise.all(
    [1, 2, 3].map(() => failureOf(client.buckets.create({ projectId, maxSize: 7n }, call))),
  );

  expect(errors.map(({ name }) => name)).toEqual(['LostError', 'LostError', 'LostError']);
  // Sequential searches would take 90 seconds.
  expect(time.slept.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(60_000);
  // One list before the creates, and those of one search: one at once, 9 with growing waits, and one at the end.
  expect(emulator.journal.count({ operation: 'listBuckets' })).toBeLessThan(20);
});
