import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Project } from '../../../../emulator';
import { useEmulator } from '../../../../emulator/testing/vitest';
import type { ObjectValue } from '../../../../framework/values/value';
import { Host, type Kept } from '../../../support/host';
import { AlteredLine, withRecords } from '../support/altered-line';

/** Lists with a record in a form that the interface does not show (P32): somebody else's, ours, or perhaps ours. */

type Json = Record<string, unknown>;

const emulator = useEmulator({ dialect: 'extended' });
let line: AlteredLine;
let project: Project;
beforeEach(async () => {
  line = await AlteredLine.start(emulator.baseUrl);
  project = emulator.newProject();
});
afterEach(async () => {
  await line[Symbol.asyncDispose]();
});

/** A new command, which has seen no list yet. */
const connect = () => Host.start({ ...project, baseUrl: line.baseUrl }, { settings: { max_retries: 1 } });

const BUCKET = { max_size: 1_000_000, description: 'ours' };
const SECRET = { name: 'db', value: 'canary' };

async function make(typeName: string, config: ObjectValue): Promise<Kept> {
  const { kept, diagnostics } = await (await connect()).apply(typeName, config);
  expect(diagnostics).toEqual([]);
  return kept as Kept;
}

/** Changes what lists of these show. */
const alterLists = (path: string, change: (records: Json[]) => Json[]) => {
  line.alter = ({ call }, reply) => (call === `GET ${path}` ? withRecords(reply, change) : reply);
};
/** Adds a record of somebody else's to the lists. */
const add = (path: string, odd: unknown) => alterLists(path, (records) => [...records, odd as Json]);

const ODD = { id: 'odd-1', project_id: 'elsewhere', description: 'theirs', max_size: '12' };
const NO_ID = { ...ODD, id: 12 };
const words = (diagnostics: readonly { severity: string; summary: string; detail: string }[]) =>
  diagnostics.map(({ severity, summary, detail }) => `${severity}: ${summary}: ${detail}`).join('\n');

describe('P32: one odd record of somebody else', () => {
  it('P32: is named in a warning, and blocks no read, update, create or destroy', async () => {
    const kept = await make('coffer_bucket', BUCKET);
    add('/s3/buckets', ODD);
    const host = await connect();

    const read = await host.refresh('coffer_bucket', kept);
    const changed = await host.apply('coffer_bucket', { ...BUCKET, max_size: 2_000_000 }, read.kept);
    const other = await host.apply('coffer_bucket', { ...BUCKET, description: 'another' });
    const destroyed = await host.destroy('coffer_bucket', changed.kept as Kept);

    expect(words(read.diagnostics)).toMatch(
      /^warning: A record of \/s3\/buckets cannot be read: .*"odd-1" \(max_size is a string\)/,
    );
    expect(read.kept?.state.id).toBe(kept.state.id);
    expect(changed.kept?.state.max_size).toSatisfy((size) => String(size) === '2000000');
    expect(words([...changed.diagnostics, ...other.diagnostics, ...destroyed.diagnostics])).toBe('');
    expect(emulator.inspect.buckets().map(({ id }) => id)).toEqual([other.kept?.state.id]);
  });

  it.each([ODD, NO_ID])(
    'P32: does not keep an object from being found gone, unless that may be it (%j)',
    async (odd) => {
      const kept = await make('coffer_bucket', BUCKET);
      alterLists('/s3/buckets', () => [odd]);

      const { kept: after, diagnostics } = await (await connect()).refresh('coffer_bucket', kept);

      if (odd === ODD) return expect(after).toBeNull();
      expect(after?.state).toEqual(kept.state);
      expect(words(diagnostics)).toMatch(
        /error: .*lists one without a readable id \(id is a whole number and max_size is a string\).*may still exist/,
      );
      expect(words(diagnostics)).toContain(JSON.stringify(kept.state.id));
    },
  );
});

describe('P32: the record of an object in state', () => {
  it.each([
    ['max_size', '12', 'max_size is a string'],
    ['max_size', 1.5, 'max_size is a number that is not whole'],
  ])('P32: with %s %j is an error that names it, without its value', async (field, value, problem) => {
    const kept = await make('coffer_bucket', BUCKET);
    alterLists('/s3/buckets', (records) => records.map((one) => ({ ...one, [field]: value })));

    const { kept: after, diagnostics } = await (await connect()).refresh('coffer_bucket', kept);

    expect(after?.state).toEqual(kept.state);
    expect(words(diagnostics)).toMatch(/^warning: .*\nerror: Cannot read coffer_bucket: GET \/s3\/buckets lists /);
    expect(words(diagnostics)).toContain(`${JSON.stringify(kept.state.id)} (${problem})`);
    expect(words(diagnostics)).not.toMatch(/Invalid|expected|received|list\[/);
  });
});

describe('P32: a look-up by name', () => {
  it.each([
    ['that has another name', { id: 'odd-1', name: 'theirs', project_id: 7 }, 'works'],
    ['that has the name', { id: 'odd-1', name: 'db', project_id: 7 }, 'fails'],
    ['whose name cannot be read', { id: 'odd-1', name: 5 }, 'fails'],
    ['that is no object', 'odd-1', 'fails'],
  ])('P32: beside a record %s', async (_which, odd, outcome) => {
    const { state } = await make('coffer_secret', SECRET);
    add('/secrets', odd);

    const found = await (await connect()).data('coffer_secret', { name: 'db' });

    if (outcome === 'works') expect(found.state).toMatchObject({ id: state.id });
    else expect(words(found.diagnostics)).toMatch(/error: .*So it may be what is looked for/);
  });
});

describe('P2, P32: the object of a create whose response was lost', () => {
  /** From the create on, lists show a record that cannot be read. */
  async function lose(
    typeName: string,
    config: ObjectValue,
    operation: 'createBucket' | 'createSecret' | 'createAccessKey',
    change: (made: Json) => Json,
  ) {
    const path = { createBucket: '/s3/buckets', createSecret: '/secrets', createAccessKey: '/s3/keys' }[operation];
    const known = new Set([...emulator.inspect.buckets(), ...emulator.inspect.accessKeys()].map(({ id }) => id));
    alterLists(path, (records) => records.map((one) => (known.has(String(one.id)) ? one : change(one))));
    emulator.faults.add({ operation, cut: 'after-commit', times: 1 });
    return (await connect()).apply(typeName, config);
  }

  it.each([
    ['createBucket', 'coffer_bucket', BUCKET, { max_size: '1000000' }],
    ['createSecret', 'coffer_secret', SECRET, { project_id: {} }],
    ['createBucket', 'coffer_bucket', BUCKET, { id: 5 }],
  ] as const)(
    'P32: %s is not sent again while a new record may be what it made',
    async (operation, type, config, odd) => {
      const { kept, diagnostics } = await lose(type, config, operation, (made) => ({ ...made, ...odd }));

      expect(kept).toBeNull();
      expect(emulator.journal.count({ operation })).toBe(1);
      const [made] = [...emulator.inspect.buckets(), ...emulator.inspect.secrets()];
      const named = 'id' in odd ? 'one without a readable id (id is a whole number)' : JSON.stringify(made?.id);
      expect(words(diagnostics)).toContain('may have made this: ');
      expect(words(diagnostics)).toContain(`in a form that cannot be read: ${named}`);
    },
  );

  it('P32: is also no reason to make a second key', async () => {
    const { state } = await make('coffer_bucket', BUCKET);
    const key = { bucket_ids: [String(state.id)], permissions: { read: true } };

    const { diagnostics } = await lose('coffer_access_key', key, 'createAccessKey', (made) => ({
      ...made,
      permissions: 'all',
    }));

    expect(emulator.journal.count({ operation: 'createAccessKey' })).toBe(1);
    expect(words(diagnostics)).toContain(JSON.stringify(emulator.inspect.accessKeys()[0]?.id));
  });
});
