import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Dialect, dialects, type Emulator, type Knobs } from '../../../../emulator';
import { type ProbeReport, probe } from '../../../../emulator/probe/probe';
import { toProfile, toText } from '../../../../emulator/probe/report';
import { knobFields } from '../../../../emulator/settings/settings';
import { seed } from '../../../support/dice';
import { fc } from '../../../unit/support/property';
import { converse } from '../conversation';
import { anyKnobs } from '../knob-values';
import { startEmulator, temporaryFolder } from '../support';

/** What the probe does not look for. */
const NOT_LOOKED_FOR = {
  bucketResponse: 'id',
  emptyList: 'array',
  listedPermissions: 'as_sent',
  deletedObjects: 'as_before',
  descriptions: 'as_sent',
  maxSizes: 'as_sent',
} as const;

/** A mix of all that it finds. The status of a create is unknown where an operation responds, and that of a refusal where it is a success. */
const toFindable = (knobs: Knobs): Knobs => ({
  ...knobs,
  ...NOT_LOOKED_FOR,
  ...(knobs.writeResponse === 'operation' && { writeResponse: 'created_by' }),
  ...(knobs.pullSecretResponse === 'operation' && { pullSecretResponse: 'id' }),
  ...(knobs.pullSecretResponse === 'location' && { pullSecretResponse: 'record' }),
  ...(knobs.errorBody.includes('_') && { errorBody: 'json' }),
});

const PROJECTS = ['project-1', 'project-2'] as const;
/** What shows only where objects are stored. */
const BY_S3_ONLY = [
  'ownerPermission',
  'deleteNonEmpty',
  'cannedAcl',
  'serverSideEncryption',
  's3Checks',
  'unknownPart',
].filter((name) => name in knobFields);

/** Asks without waiting: nothing here appears with time. */
const ask = ({ baseUrl, token }: Emulator, options: Partial<Parameters<typeof probe>[0]> = {}): Promise<ProbeReport> =>
  probe({ baseUrl, token, projects: PROJECTS, pullSecrets: true, polls: 5, pollMs: 0, ...options });

const valuesIn = ({ findings }: ProbeReport) =>
  Object.fromEntries(findings.flatMap((each) => (each.known ? [[each.knob, each.value]] : [])));
const unknownIn = ({ findings }: ProbeReport) => findings.filter(({ known }) => !known).map(({ knob }) => knob);

/** Everything but the words that name the run. */
const findingsOf = ({ findings, settledAfter }: ProbeReport) => ({ findings, settledAfter });

/** What nobody can know of an emulator with these knobs. */
function unknowable({ listShape }: Knobs, settle: string): string[] {
  const pages = ['array', 'envelope', 'envelope_named'].includes(listShape) ? ['pageSize'] : [];
  const settling = settle === 'immediate' ? ['unsettled'] : [];
  return [...pages, ...settling, ...BY_S3_ONLY, ...Object.keys(NOT_LOOKED_FOR)].sort();
}

async function check(knobs: Knobs, settle: string): Promise<ProbeReport> {
  const emulator = await startEmulator({ knobs, settle, projects: PROJECTS });
  const profile = join(temporaryFolder(), 'profile.json');

  const report = await ask(emulator);
  writeFileSync(profile, JSON.stringify(toProfile(report)));
  const twin = await startEmulator({ dialectFile: profile, projects: PROJECTS });
  const again = await ask(twin);

  expect(knobs).toMatchObject(valuesIn(report));
  expect(unknownIn(report).sort()).toEqual(unknowable(knobs, settle));
  const { inspect } = emulator;
  expect([inspect.secrets(), inspect.buckets(), inspect.accessKeys()]).toEqual([[], [], []]);
  expect(inspect.pullSecrets().map(({ id }) => id)).toEqual(report.left.map(({ id }) => id));
  expect(report.left).toHaveLength(knobs.pullSecretApi === 'full' ? 0 : 1);
  expect(findingsOf(again)).toEqual(findingsOf(report));
  expect(await converse({ dialectFile: profile })).toEqual(await converse({ knobs, settle }));
  return report;
}

test.each(Object.keys(dialects) as Dialect[])(
  'E2: finds every knob of %s, and its profile makes a twin',
  async (name) => {
    const report = await check(dialects[name], 'immediate');

    expect(toText(report)).toContain(`Nearest dialect: ${name}.`);
  },
);

const mixes = fc.sample(anyKnobs, { numRuns: 3, seed }).map((knobs, place) => [place, knobs] as const);

test.each(mixes)(
  `E2: finds every knob of mix %d of seed ${seed}, and its profile makes a twin`,
  async (place, knobs) => {
    await check(toFindable(knobs), ['1polls', '2polls'][place % 2] ?? '');
  },
);

test('E2: makes no pull secret without its option, and then leaves no object', async () => {
  const emulator = await startEmulator();

  const report = await ask(emulator, { pullSecrets: false, projects: ['project-1'] });

  expect(emulator.journal.count({ operation: 'createPullSecret' })).toBe(0);
  expect(report.left).toEqual([]);
  expect(unknownIn(report)).toEqual(expect.arrayContaining(['pullSecretResponse', 'listScope']));
  expect(toText(report)).toMatch(/pullSecretResponse +a pull secret cannot be deleted/);
  expect(toText(report)).toContain('Everything that was made is deleted.');
});

test('E2: does not touch objects of others', async () => {
  const emulator = await startEmulator();
  const say = (path: string, body: object) =>
    fetch(emulator.baseUrl + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${emulator.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ project_id: 'project-1', ...body }),
    });
  await say('/secrets', { name: 'mine', value: 'eA==' });
  await say('/s3/buckets', { max_size: 7, description: 'mine' });
  const before = [emulator.inspect.secrets(), emulator.inspect.buckets()];

  await ask(emulator, { projects: ['project-1'] });

  expect([emulator.inspect.secrets(), emulator.inspect.buckets()]).toEqual(before);
});

test('E2: an object whose response was lost is found by its name and deleted', async () => {
  const emulator = await startEmulator({ dialect: 'minimal' });
  emulator.faults.add({ operation: 'createSecret', cut: 'after-commit', times: 1 });
  emulator.faults.add({ operation: 'updateBucket', cut: 'after-commit', times: 1 });

  const report = await ask(emulator, { projects: ['project-1'], pullSecrets: false });

  expect(report.left).toEqual([]);
  expect([emulator.inspect.secrets(), emulator.inspect.buckets()]).toEqual([[], []]);
  expect(unknownIn(report)).toEqual(expect.arrayContaining(['takenName', 'clearsDescription']));
  expect(toText(report)).toContain('POST /secrets had no response');
});

test('E2: names objects that it cannot delete', async () => {
  const emulator = await startEmulator();
  emulator.faults.add({ operation: 'deleteSecret', status: 500 });

  const report = await ask(emulator, { projects: ['project-1'], pullSecrets: false, objects: 2 });

  expect(report.left.map(({ label }) => label).sort()).toEqual(
    emulator.inspect
      .secrets()
      .map(({ name }) => name)
      .sort(),
  );
  for (const { label } of report.left) expect(toText(report)).toContain(`secret ${label}`);
});

test('E2: cleans up and stops when it is aborted', async () => {
  const emulator = await startEmulator();
  const stop = new AbortController();
  const fault = emulator.faults.add({ operation: 'updateBucket', pause: true });

  const asked = ask(emulator, { signal: stop.signal });
  await fault.whenMet();
  stop.abort();
  fault.release();
  const report = await asked;

  expect(report.complete).toBe(false);
  expect(toText(report)).toContain('stopped before its end');
  expect([emulator.inspect.secrets(), emulator.inspect.buckets()]).toEqual([[], []]);
});
