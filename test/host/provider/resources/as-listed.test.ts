import { describe, expect, it } from 'vitest';
import { Emulator, type EmulatorOptions } from '../../../../emulator';
import type { ObjectValue } from '../../../../framework/values/value';
import { BadLine, clockOf } from '../../../support/bad-line';
import { Host, type Kept } from '../../../support/host';

/** Services that list a value in another form than the one that was sent (P41). */

async function start(options: EmulatorOptions) {
  const emulator = await Emulator.start(options);
  const line = await BadLine.start(emulator.baseUrl);
  const clock = clockOf(line);
  const { token, projectId } = emulator;
  /** A separate provider, as for each command. */
  const command = (settings: ObjectValue = {}) =>
    Host.start({ baseUrl: line.baseUrl, token, projectId }, { clock, settings });
  const pass = (ms: number) => {
    clock.now += ms;
    emulator.clock.advance(ms);
  };
  return {
    ...{ emulator, line, clock, command, pass },
    async [Symbol.asyncDispose]() {
      await line[Symbol.asyncDispose]();
      await emulator.stop();
    },
  };
}

type World = Awaited<ReturnType<typeof start>>;

const KINDS = ['coffer_access_key', 'coffer_rotating_access_key'] as const;

const seedBucket = ({ emulator }: World): string => {
  emulator.seedFrom({ buckets: [{ id: 'bucket-1', max_size: 2 ** 20 }] });
  return 'bucket-1';
};

const summaries = ({ diagnostics }: { readonly diagnostics: readonly { readonly summary: string }[] }) =>
  diagnostics.map(({ summary }) => summary);

/** The state after a plan, a minute later, with the action of that plan. */
async function later({ command, pass }: World, typeName: string, config: ObjectValue, kept: Kept | null) {
  pass(60_000);
  const host = await command();
  const read = await host.refresh(typeName, kept as Kept);
  const { action } = await host.plan(typeName, config, read.kept);
  return { action, kept: read.kept, diagnostics: read.diagnostics };
}

describe.each(KINDS)('P41: the permissions of %s', (typeName) => {
  it.each([
    ['owner_has_all', { owner: true }],
    ['owner_has_all', { owner: true, read: true }],
    ['write_has_read', { write: true }],
    ['both', { write: true }],
    ['both', { owner: true }],
  ] as const)('listed as %s: %j is no difference, without a word', async (listedPermissions, permissions) => {
    await using world = await start({ knobs: { listedPermissions } });
    const config = { bucket_ids: [seedBucket(world)], permissions };

    const made = await (await world.command()).apply(typeName, config);
    const first = await later(world, typeName, config, made.kept);
    const second = await later(world, typeName, config, first.kept);

    expect(made.diagnostics).toEqual([]);
    expect([first, second]).toMatchObject([
      { action: 'no-op', diagnostics: [] },
      { action: 'no-op', diagnostics: [] },
    ]);
  });

  it('that are fewer than were sent are one warning with the id', async () => {
    await using world = await start({ knobs: { listedPermissions: 'without_owner' } });
    const config = { bucket_ids: [seedBucket(world)], permissions: { owner: true } };

    const made = await (await world.command()).apply(typeName, config);
    const first = await later(world, typeName, config, made.kept);

    expect(summaries(made)).toEqual([`The service changed the permissions: "${made.kept?.state.id}"`]);
    expect(first).toMatchObject({ action: 'no-op', diagnostics: [] });
  });

  it('that a later list shows otherwise are a difference', async () => {
    await using world = await start({ knobs: { listedPermissions: 'without_owner' } });
    const config = { bucket_ids: [seedBucket(world)], permissions: { owner: true } };
    const made = await (await world.command()).apply(typeName, config);

    world.line.rewrite = (_, body) => body.replace('"write":true', '"write":false');

    expect((await later(world, typeName, config, made.kept)).action).not.toBe('no-op');
  });
});

it('P2, P41: a lost create of a key whose permissions are listed otherwise is found', async () => {
  await using world = await start({ knobs: { listedPermissions: 'both' } });
  const config = { bucket_ids: [seedBucket(world)], permissions: { owner: true } };
  world.line.arm({ at: 1, trouble: 'reset after commit', lasting: false });

  const made = await (await world.command({ lost_creates: 'sole_writer' })).apply('coffer_access_key', config);

  expect(summaries(made)).toEqual([expect.stringMatching(/^An access key was made twice: "/)]);
  expect(world.emulator.inspect.accessKeys().map(({ id }) => id)).toEqual([made.kept?.state.id]);
});

it('P2, P41: a lost create of a key with permissions that are no longer those sent is named, and not repeated', async () => {
  await using world = await start({ knobs: { listedPermissions: 'without_owner' } });
  const config = { bucket_ids: [seedBucket(world)], permissions: { owner: true } };
  world.line.arm({ at: 1, trouble: 'reset after commit', lasting: false });

  const made = await (await world.command()).apply('coffer_access_key', config);

  const [left] = world.emulator.inspect.accessKeys();
  expect(made).toMatchObject({ kept: null, diagnostics: [{ severity: 'error' }] });
  expect(JSON.stringify(made.diagnostics)).toContain(left?.id);
  expect(world.emulator.inspect.accessKeys()).toHaveLength(1);
});

describe('P41: the description of a bucket', () => {
  const LONG = 'A description that is longer than the forty characters that a service keeps.';
  const CLIPPED = `The service clipped the description: "`;

  it.each([
    ['trimmed', ' two words\n', 0],
    ['trimmed', '\n', 0],
    ['clipped', LONG, 1],
  ] as const)('%s: %j is no difference, and no update is sent', async (descriptions, description, warnings) => {
    await using world = await start({ knobs: { descriptions } });
    const config = { max_size: 1000, description };

    const made = await (await world.command()).apply('coffer_bucket', config);
    const first = await later(world, 'coffer_bucket', config, made.kept);
    const second = await later(world, 'coffer_bucket', config, first.kept);

    expect(summaries(made)).toEqual(Array.from({ length: warnings }, () => expect.stringContaining(CLIPPED)));
    expect([first, second]).toMatchObject([
      { action: 'no-op', diagnostics: [] },
      { action: 'no-op', diagnostics: [] },
    ]);
  });

  it.each([
    ['trimmed', 'other words\n', 0],
    ['clipped', `Another: ${LONG}`, 1],
    ['clipped', LONG.slice(0, 60), 1],
  ] as const)('%s by an update to %j is not "changed concurrently"', async (descriptions, description, warnings) => {
    await using world = await start({ knobs: { descriptions } });
    const before = { max_size: 1000, description: LONG };
    const made = await (await world.command()).apply('coffer_bucket', before);
    world.pass(60_000);
    const beganMs = world.clock.now;

    const updated = await (await world.command()).apply('coffer_bucket', { max_size: 1000, description }, made.kept);

    expect(summaries(updated)).toEqual(Array.from({ length: warnings }, () => expect.stringContaining(CLIPPED)));
    expect(world.clock.now - beganMs).toBeLessThan(10_000);
    const config = { max_size: 1000, description };
    expect((await later(world, 'coffer_bucket', config, updated.kept)).action).toBe('no-op');
  });

  it.each(['trimmed', 'clipped'] as const)('P3: a lost create is found when it was %s', async (descriptions) => {
    await using world = await start({ knobs: { descriptions } });
    const config = { max_size: 1000, description: `${LONG}\n` };
    world.line.arm({ at: 1, trouble: 'reset after commit', lasting: false });

    const made = await (await world.command()).apply('coffer_bucket', config);

    const buckets = world.emulator.inspect.buckets();
    expect(buckets.map(({ id }) => id)).toEqual([made.kept?.state.id]);
    expect(summaries(made)).toContain(`Adopted after a lost response: "${buckets[0]?.id}"`);
    expect((await later(world, 'coffer_bucket', config, made.kept)).action).toBe('no-op');
  });
});
