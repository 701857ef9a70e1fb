import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Project } from '../../../../emulator';
import { useEmulator } from '../../../../emulator/testing/vitest';
import type { ObjectValue } from '../../../../framework/values/value';
import { Host, type Kept } from '../../../support/host';
import { AlteredLine, type Reply, withRecords } from '../support/altered-line';

/** Destroying an object that lists do not show, or still show although it is gone (P33). */

const emulator = useEmulator({ dialect: 'extended' });
let line: AlteredLine;
let project: Project;
let host: Host;
beforeEach(async () => {
  line = await AlteredLine.start(emulator.baseUrl);
  project = emulator.newProject();
  host = await connect(project);
});
afterEach(async () => {
  await line[Symbol.asyncDispose]();
});

const connect = (to: Project) =>
  Host.start({ ...to, baseUrl: line.baseUrl }, { settings: { pull_secret_api: 'full', max_retries: 1 } });

async function make(typeName: string, config: ObjectValue): Promise<Kept> {
  const { kept, diagnostics } = await host.apply(typeName, config);
  expect(diagnostics).toEqual([]);
  line.straighten();
  return kept as Kept;
}

/** Destroys with a new command, which has seen no list yet. */
const destroy = async (typeName: string, kept: Kept) => (await connect(project)).destroy(typeName, kept);

const request = async (method: string, path: string, body?: object) => {
  const response = await fetch(emulator.baseUrl + path, {
    method,
    headers: { authorization: `Bearer ${project.token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return text === '' ? {} : (JSON.parse(text) as Record<string, string>);
};

/** Another user puts an object into the bucket. */
async function fill({ state: { id, alias } }: Kept): Promise<void> {
  const key = await request('POST', '/s3/keys', {
    project_id: project.projectId,
    bucket_ids: [id],
    permissions: { read: true, write: true, owner: false },
  });
  const credentials = { accessKeyId: key.access_key_id ?? '', secretAccessKey: key.secret_access_key ?? '' };
  const s3 = new S3Client({ endpoint: emulator.s3Endpoint, region: 'us-east-1', forcePathStyle: true, credentials });
  await s3.send(new PutObjectCommand({ Bucket: String(alias), Key: 'theirs.txt', Body: 'x' }));
  s3.destroy();
}

/** Makes all lists of buckets empty. */
const hideBuckets = () => {
  line.alter = ({ call }, reply) => (call === 'GET /s3/buckets' ? withRecords(reply, () => []) : reply);
};
const deletions = () =>
  line.calls.filter((call) => call.startsWith('DELETE /s3/buckets') || call.startsWith('DELETE /secrets'));
const summaries = (diagnostics: readonly { summary: string }[]) => diagnostics.map(({ summary }) => summary);
const withoutAlias = ({ state, private: bytes }: Kept): Kept => ({
  state: { ...state, alias: null, endpoint: null },
  private: bytes,
});

const BUCKET = { max_size: 1_000_000 };

describe('a bucket that no list shows', () => {
  it('P33: stays when it contains an object, and no DELETE is sent', async () => {
    const kept = await make('coffer_bucket', BUCKET);
    await fill(kept);
    hideBuckets();

    const { kept: after, diagnostics } = await destroy('coffer_bucket', kept);

    expect(summaries(diagnostics)).toEqual(['Bucket is not empty']);
    expect(diagnostics[0]?.detail).toContain('theirs.txt');
    expect(after?.state).toEqual(kept.state);
    expect(deletions()).toEqual([]);
  });

  it('P33: is emptied and deleted with force_destroy', async () => {
    const kept = await make('coffer_bucket', { ...BUCKET, force_destroy: true });
    await fill(kept);
    hideBuckets();

    const { kept: after, diagnostics } = await destroy('coffer_bucket', kept);

    expect({ after, diagnostics }).toEqual({ after: null, diagnostics: [] });
    expect(emulator.inspect.buckets()).toEqual([]);
  });

  it('P33: stays if state has no alias to look into it, and no DELETE is sent', async () => {
    const kept = withoutAlias(await make('coffer_bucket', BUCKET));
    hideBuckets();

    const { kept: after, diagnostics } = await destroy('coffer_bucket', kept);

    expect(summaries(diagnostics)).toEqual(['Bucket cannot be inspected']);
    expect(after?.state).toEqual(kept.state);
    expect(deletions()).toEqual([]);
    expect(emulator.inspect.accessKeys()).toEqual([]);
  });

  it.each([{ force_destroy: true }, { destroy_check: 'server' }])(
    'P33: is deleted without a look where state knows no alias, with %j',
    async (setting) => {
      const kept = withoutAlias(await make('coffer_bucket', { ...BUCKET, ...setting }));
      hideBuckets();

      const { kept: after, diagnostics } = await destroy('coffer_bucket', kept);

      expect({ after, diagnostics }).toEqual({ after: null, diagnostics: [] });
      expect(deletions()).toEqual([`DELETE /s3/buckets/${String(kept.state.id)}`]);
      expect(emulator.inspect.buckets()).toEqual([]);
    },
  );

  it.each([
    ['with an alias', (kept: Kept) => kept],
    ['without an alias', withoutAlias],
  ])('P33: is gone when it can no longer be looked into, %s; sends DELETE', async (_which, known) => {
    const kept = known(await make('coffer_bucket', BUCKET));
    await request('DELETE', `/s3/buckets/${String(kept.state.id)}`);

    const { kept: after, diagnostics } = await destroy('coffer_bucket', kept);

    expect(after).toBeNull();
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(deletions()).toEqual([`DELETE /s3/buckets/${String(kept.state.id)}`]);
  });

  it.each([
    ['emptied', fill],
    ['asked for', async () => {}, withoutAlias],
  ])(
    'P45: %s with a key that cannot be deleted again, it stays, with an error that names the key',
    async (_how, prepare, known = (kept: Kept) => kept) => {
      const made = await make('coffer_bucket', { ...BUCKET, force_destroy: true });
      await prepare(made);
      const kept = known(made);
      const others = emulator.inspect.accessKeys().map(({ id }) => id);
      hideBuckets();
      const stuck = emulator.faults.add({ operation: 'deleteAccessKey', status: 500 });
      const left = () => emulator.inspect.accessKeys().filter(({ id }) => !others.includes(id));

      const { kept: after, diagnostics } = await destroy('coffer_bucket', kept);

      expect(left()).toHaveLength(1);
      expect(diagnostics[0]?.detail).toContain(JSON.stringify(left()[0]?.id));
      expect(after?.state).toEqual(kept.state);
      expect(deletions()).toEqual([]);
      stuck.remove();
      await destroy('coffer_bucket', after as Kept);
      expect([left(), emulator.inspect.buckets()]).toEqual([[], []]);
    },
  );

  it.each([BUCKET, { ...BUCKET, force_destroy: true }])(
    'P33: stays as long as it is listed, though no key can be made to look into it, with %j',
    async (config) => {
      const kept = await make('coffer_bucket', config);
      line.intercept = ({ call }) => (call === 'POST /s3/keys' ? NOT_FOUND : undefined);

      const { kept: after, diagnostics } = await destroy('coffer_bucket', kept);

      expect(diagnostics).toMatchObject([{ severity: 'error' }]);
      expect(after?.state).toEqual(kept.state);
      expect(deletions()).toEqual([]);
    },
  );

  it('P33: stays when DELETE returns 404 although S3 shows it', async () => {
    const kept = await make('coffer_bucket', BUCKET);
    hideBuckets();
    line.intercept = ({ call }) => (call.startsWith('DELETE /s3/buckets') ? NOT_FOUND : undefined);

    const { kept: after, diagnostics } = await destroy('coffer_bucket', kept);

    expect(summaries(diagnostics)).toEqual(['Bucket not deleted']);
    expect(after?.state).toEqual(kept.state);
  });
});

const NOT_FOUND: Reply = {
  status: 404,
  headers: { 'content-type': 'application/json' },
  body: '{"error":{"code":"not_found","message":"no such thing"}}',
};

const PULL = { server: 'ghcr.io', username: 'octo', password_wo: 'p', password_wo_version: '1' };

/** The configuration of a key, for a new bucket of this project. */
const keyConfig = async () => ({
  bucket_ids: [String((await make('coffer_bucket', BUCKET)).state.id)],
  permissions: { read: true },
});

describe.each<[string, string, () => ObjectValue | Promise<ObjectValue>]>([
  ['coffer_secret', '/secrets', () => ({ name: 'db', value: 'v' })],
  ['coffer_pull_secret', '/secrets/pull', () => PULL],
  ['coffer_access_key', '/s3/keys', keyConfig],
  ['coffer_bucket', '/s3/buckets', () => ({ ...BUCKET, destroy_check: 'server' })],
])('%s', (typeName, path, configOf) => {
  it('P33: stays when DELETE returns 404 although lists show it', async () => {
    const kept = await make(typeName, await configOf());
    line.straighten();
    line.intercept = ({ call }) => (call.startsWith('DELETE ') ? NOT_FOUND : undefined);

    const { kept: after, diagnostics } = await destroy(typeName, kept);

    expect(diagnostics).toMatchObject([
      { severity: 'error', detail: expect.stringContaining('but the list still shows it') },
    ]);
    expect(after?.state).toEqual(kept.state);
    expect(line.calls.filter((call) => call === `GET ${path}`).length).toBeGreaterThan(3);
  });

  it('P33: stays when DELETE never arrives and another server returns 404 to its retry', async () => {
    const kept = await make(typeName, await configOf());
    line.straighten();
    let sent = 0;
    line.intercept = ({ call }) => {
      if (!call.startsWith('DELETE ')) return undefined;
      sent += 1;
      return sent === 1 ? { status: 502, headers: {}, body: '' } : NOT_FOUND;
    };

    const { kept: after, diagnostics } = await destroy(typeName, kept);

    expect(diagnostics).toMatchObject([
      { severity: 'error', detail: expect.stringContaining('but the list still shows it') },
    ]);
    expect(after?.state).toEqual(kept.state);
  });

  it('P33: is gone when the retry of our own DELETE returns 404 and a list agrees', async () => {
    const kept = await make(typeName, await configOf());
    const listed = JSON.stringify(await request('GET', path));
    line.straighten();
    let sent = 0;
    let lagging = 3;
    line.alter = ({ call }, reply) => {
      if (call === `GET ${path}` && sent > 0 && lagging-- > 0) return { ...reply, status: 200, body: listed };
      if (!call.startsWith('DELETE ')) return reply;
      sent += 1;
      return sent === 1 ? { status: 502, headers: {}, body: '' } : reply;
    };

    const { kept: after, diagnostics } = await destroy(typeName, kept);

    expect({ after, diagnostics, sent }).toEqual({ after: null, diagnostics: [], sent: 2 });
  });

  it('P8: stays when the token is for another project, in which it is not found', async () => {
    const kept = await make(typeName, await configOf());
    const other = emulator.newProject();
    const elsewhere = await connect(other);
    const { kept: theirs } = await elsewhere.apply('coffer_bucket', BUCKET);

    const { kept: after, diagnostics } = await (await connect(other)).destroy(typeName, kept);

    expect(theirs?.state).toMatchObject({ max_size: 1_000_000n });
    expect(summaries(diagnostics)).toEqual(['Another project is listed']);
    expect(after?.state).toEqual(kept.state);
  });
});
