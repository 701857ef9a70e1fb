import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { expect, it } from 'vitest';
import { shareAlteredEmulator } from '../../host/provider/support/altered-emulator';
import { type Alter, type Reply, withRecords } from '../../host/provider/support/altered-line';
import { Workspace } from '../../support/workspace';
import { onOneTerraform } from './support/on-each-terraform';
import { plansInSilence } from './support/plans-in-silence';

/** Conditions that must never make the provider forget or recreate an object; each once did, with exit code 0. */

const shared = shareAlteredEmulator();

const PAGE: Reply = { status: 404, headers: { 'content-type': 'text/html' }, body: '<html>default backend</html>' };
const SECRETS = `resource "coffer_secret" "s" {
  count    = 4
  name     = "secret-\${count.index}"
  value_wo = "v"
}`;
const BUCKETS = `resource "coffer_bucket" "b" {
  count    = 3
  max_size = 1000
}`;

async function workspaceWith(terraform: string, hcl = '', env: Readonly<Record<string, string>> = {}) {
  const { token, projectId } = shared.emulator;
  const workspace = await Workspace.create({ baseUrl: shared.line.baseUrl, token, projectId }, { env, terraform });
  if (hcl !== '') {
    await workspace.write(hcl);
    await workspace.apply();
  }
  shared.line.straighten();
  return workspace;
}

/** Puts an object into a bucket, with a separate key. */
async function put(bucketId: string, alias: string): Promise<void> {
  const { baseUrl, token, projectId, s3Endpoint } = shared.emulator;
  const response = await fetch(`${baseUrl}/s3/keys`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      project_id: projectId,
      bucket_ids: [bucketId],
      permissions: { read: true, write: true, owner: false },
    }),
  });
  const key = (await response.json()) as { access_key_id: string; secret_access_key: string };
  const s3 = new S3Client({
    endpoint: s3Endpoint,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId: key.access_key_id, secretAccessKey: key.secret_access_key },
  });
  await s3.send(new PutObjectCommand({ Bucket: alias, Key: 'theirs.txt', Body: 'x' }));
  s3.destroy();
}

const QUICK = { COFFER_RETRY_WAIT_MIN: '1ms', COFFER_RETRY_WAIT_MAX: '5ms' };
const PLAN = ['plan', '-input=false', '-no-color'];
const DESTROY = ['destroy', '-auto-approve', '-input=false', '-no-color'];
const times = (text: string, part: string) => text.split(part).length - 1;

/** The service rounds quotas up to whole kibibytes; lists show the rounded values. */
const rounding: Alter = ({ call }, reply) =>
  call === 'GET /s3/buckets'
    ? withRecords<{ max_size: number }>(reply, (all) =>
        all.map((one) => ({ ...one, max_size: Math.ceil(one.max_size / 1024) * 1024 })),
      )
    : reply;

/** Lists of buckets show those of another project. */
const foreign: Alter = ({ call }, reply) =>
  call === 'GET /s3/buckets'
    ? withRecords<object>(reply, (all) => all.map((one, i) => ({ ...one, id: `other-${i}`, project_id: 'other' })))
    : reply;

onOneTerraform('first', (terraform) => {
  it('P32: a list that says there is more, in an unknown form, makes nothing anew', async () => {
    await using workspace = await workspaceWith(terraform, SECRETS);
    shared.line.alter = ({ call }, reply) =>
      call === 'GET /secrets'
        ? withRecords(reply, (all) => ({ items: all.slice(0, 2), has_more: true, next_page_token: 'abc', total: 4 }))
        : reply;

    const plan = await workspace.run(PLAN);
    const trusting = await workspace.run(PLAN, { env: { COFFER_TRUST_LISTS: 'true' } });

    expect([plan.code, times(plan.output, 'Error:')]).toEqual([1, 1]);
    expect(plan.output.replace(/\s+/g, ' ')).toMatch(/has_more is true .{0,4}\(records read: 2\)/);
    expect(trusting.code).toBe(0);
    expect(times(trusting.output, 'Warning: List may be incomplete')).toBe(1);
    expect(trusting.output).toContain('2 to add');
    shared.line.straighten();
    await plansInSilence(workspace);
  });

  it('P33: a bucket that no list shows is looked into, and DELETE is sent', async () => {
    await using workspace = await workspaceWith(terraform, 'resource "coffer_bucket" "b" {\n  max_size = 1000\n}');
    const { id } = await workspace.resource('coffer_bucket.b');
    shared.line.alter = ({ call }, reply) => (call === 'GET /s3/buckets' ? withRecords(reply, () => []) : reply);

    await workspace.destroy('-refresh=false');

    expect(shared.line.calls).toContain(`DELETE /s3/buckets/${String(id)}`);
    expect(shared.emulator.inspect.buckets()).toEqual([]);
  });

  it('P33: a bucket that no list shows and that holds an object stays', async () => {
    await using workspace = await workspaceWith(terraform, 'resource "coffer_bucket" "b" {\n  max_size = 1000\n}');
    const { id, alias } = await workspace.resource('coffer_bucket.b');
    await put(String(id), String(alias));
    shared.line.alter = ({ call }, reply) => (call === 'GET /s3/buckets' ? withRecords(reply, () => []) : reply);

    const destroyed = await workspace.run([...DESTROY, '-refresh=false']);

    expect([destroyed.code, times(destroyed.output, 'Error: Bucket is not empty')]).toEqual([1, 1]);
    expect(shared.line.calls).not.toContain(`DELETE /s3/buckets/${String(id)}`);
    shared.line.straighten();
    await plansInSilence(workspace);
  });

  it('P8: buckets of another project are evidence for secrets, whose list names none', async () => {
    await using workspace = await workspaceWith(terraform, SECRETS);
    await workspace.write(BUCKETS, 'buckets.tf');
    await workspace.apply();
    await workspace.must(['state', 'rm', 'coffer_bucket.b[0]', 'coffer_bucket.b[1]', 'coffer_bucket.b[2]']);
    await workspace.write('', 'buckets.tf');
    shared.line.alter = (passed, reply) =>
      passed.call === 'GET /secrets' ? withRecords(reply, () => []) : foreign(passed, reply);

    const plan = await workspace.run(PLAN);

    expect([plan.code, times(plan.output, 'Error: Another project is listed')]).toEqual([1, 1]);
    shared.line.straighten();
    await plansInSilence(workspace);
  });

  it('P33: a 404 of a load balancer deletes nothing', async () => {
    await using workspace = await workspaceWith(terraform, `${BUCKETS}\n${SECRETS}`);
    shared.line.intercept = ({ call }) => (call.startsWith('DELETE ') ? PAGE : undefined);

    const destroyed = await workspace.run(DESTROY);

    expect(destroyed.code).toBe(1);
    expect(await workspace.state()).toHaveLength(7);
    shared.line.straighten();
    await plansInSilence(workspace);
    await workspace.destroy();
    expect([shared.emulator.inspect.buckets(), shared.emulator.inspect.secrets()]).toEqual([[], []]);
  });

  it('P7: a lagging list is not believed, and three that agree are', async () => {
    const env = { COFFER_LIST_CONFIRMATION: '400ms' };
    await using workspace = await workspaceWith(terraform, SECRETS, env);
    let hidden = 2;
    shared.line.alter = ({ call }, reply) => {
      if (call !== 'GET /secrets' || hidden === 0) return reply;
      hidden -= 1;
      return withRecords(reply, (all) => all.slice(1));
    };

    expect(await workspace.planActions()).toEqual({});
    expect(shared.line.calls).toEqual(Array(3).fill('GET /secrets'));
    await plansInSilence(workspace);
  });

  it('P7: what was deleted elsewhere a short while after it was made stays, and later the plan makes it anew', async () => {
    const env = { COFFER_LIST_CONFIRMATION: '400ms' };
    await using workspace = await workspaceWith(terraform, SECRETS, env);
    const { id } = await workspace.resource('coffer_secret.s[0]');
    const { token, baseUrl } = shared.emulator;
    await fetch(`${baseUrl}/secrets/${String(id)}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${token}` },
    });

    const soon = await workspace.run([...PLAN, '-detailed-exitcode']);
    // An import leaves no creation time: from then on the object counts as older than ten minutes.
    await workspace.must(['state', 'rm', 'coffer_secret.s[1]']);
    await workspace.must(['import', '-input=false', 'coffer_secret.s[1]', 'name:secret-1']);
    const { id: imported } = await workspace.resource('coffer_secret.s[1]');
    await fetch(`${baseUrl}/secrets/${String(imported)}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${token}` },
    });
    shared.line.straighten();
    const later = await workspace.planActions();

    expect(soon.code).toBe(0);
    expect(times(soon.output, 'Warning: Not listed yet')).toBe(1);
    expect(later).toEqual({ 'coffer_secret.s[1]': 'create' });
    expect(shared.line.calls).toEqual(Array(3).fill('GET /secrets'));
  });

  it('P8: a token for another project is an error, unless that is allowed', async () => {
    await using workspace = await workspaceWith(terraform, BUCKETS);
    shared.line.alter = foreign;

    const plan = await workspace.run(PLAN);
    const allowed = await workspace.run(PLAN, { env: { COFFER_ALLOW_FOREIGN_PROJECT: 'true' } });
    expect([plan.code, times(plan.output, 'Error: Another project is listed')]).toEqual([1, 1]);
    expect(plan.output).toContain('terraform state rm');
    expect(allowed.output).toContain('3 to add');
    shared.line.straighten();
    await plansInSilence(workspace);
    // The buckets exist: destroy looks into each and deletes it, whatever lists show.
    shared.line.alter = foreign;
    await workspace.destroy('-refresh=false');
    expect(shared.emulator.inspect.buckets()).toEqual([]);
  });

  it('P39: one 500 fails no plan, and a list that keeps failing is one error', async () => {
    await using workspace = await workspaceWith(terraform, SECRETS, QUICK);
    let failures = 1;
    const broken: Reply = { status: 500, headers: {}, body: '' };
    shared.line.intercept = ({ call }) => (call === 'GET /secrets' && failures-- > 0 ? broken : undefined);

    expect(await workspace.planActions()).toEqual({});
    failures = Number.POSITIVE_INFINITY;
    const plan = await workspace.run(PLAN);

    expect([plan.code, times(plan.output, 'Error:')]).toEqual([1, 1]);
    expect(plan.output).toContain('returned 500');
    shared.line.straighten();
    await plansInSilence(workspace);
  });

  it('P39: a PUT that returned 408 and a DELETE that returned 522 are repeated', async () => {
    await using workspace = await workspaceWith(terraform, SECRETS, QUICK);
    const statuses = new Map([
      ['PUT', 408],
      ['DELETE', 522],
    ]);
    shared.line.intercept = ({ call }) => {
      const [method = ''] = call.split(' ');
      const status = statuses.get(method);
      statuses.delete(method);
      return status === undefined ? undefined : { status, headers: {}, body: '' };
    };
    await workspace.write(SECRETS.replace('"v"', '"w"\n  value_wo_version = "2"'));

    await workspace.apply();
    await plansInSilence(workspace);
    await workspace.destroy();

    expect(statuses.size).toBe(0);
    expect(shared.emulator.inspect.secrets()).toEqual([]);
  });

  it('P42: a Retry-After beyond the time of the operation is an error before the wait', async () => {
    await using workspace = await workspaceWith(terraform, SECRETS);
    shared.line.intercept = ({ call }) =>
      call === 'GET /secrets' ? { status: 429, headers: { 'retry-after': '86400' }, body: '' } : undefined;

    const plan = await workspace.run(PLAN);

    expect(plan.code).toBe(1);
    expect(plan.output.replace(/\s+/g, ' ')).toContain('asks to wait 86400 s');
    expect(shared.line.calls).toEqual(['GET /secrets']);
    shared.line.straighten();
    await plansInSilence(workspace);
  });

  it('P23, P41, P42: a quota that the service rounds is one warning with both numbers, and never drift', async () => {
    const bucket = (size: number) => `resource "coffer_bucket" "b" {\n  max_size = ${size}\n}`;
    await using workspace = await workspaceWith(terraform);
    shared.line.alter = rounding;
    await workspace.write(bucket(1000));

    const created = await workspace.apply();
    shared.emulator.clock.advance(5_000);
    await workspace.write(bucket(3000));
    const updated = await workspace.apply();
    await plansInSilence(workspace);

    expect(created.output.replace(/\s+/g, ' ')).toContain('was given a max_size of 1000, and the service lists 1024');
    expect(updated.output.replace(/\s+/g, ' ')).toContain('was given a max_size of 3000, and the service lists 3072');
    shared.line.alter = (passed, reply) =>
      passed.call === 'GET /s3/buckets'
        ? withRecords<object>(reply, (all) => all.map((one) => ({ ...one, max_size: 4096 })))
        : reply;
    expect(await workspace.planActions()).toEqual({ 'coffer_bucket.b': 'update' });
  });

  it('P42: a created_at with a fraction is null, with one warning for the collection that does not come back', async () => {
    await using workspace = await workspaceWith(terraform);
    shared.line.alter = ({ call }, reply) =>
      call === 'GET /s3/buckets'
        ? withRecords<object>(reply, (all) => all.map((one) => ({ ...one, created_at: 1.5 })))
        : reply;
    await workspace.write(BUCKETS);

    const applied = await workspace.apply();
    await plansInSilence(workspace);

    expect(times(applied.output, 'Warning: A field cannot be read')).toBe(1);
    expect(await workspace.resource('coffer_bucket.b[0]')).toMatchObject({ created_at: null, max_size: 1000 });
  });
});
