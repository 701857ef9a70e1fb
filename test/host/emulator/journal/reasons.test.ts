import { expect, test } from 'vitest';
import type { Emulator } from '../../../../emulator';
import { Visitor } from '../dashboard/visitor';
import { send as sendRaw } from '../s3/raw';
import { type Bench, startS3 } from '../s3/support';
import { base64, clientOf, start } from '../support';

/** What has to be told of the last request: in its line on the terminal, on its page, in the list, and over HTTP. */
async function expectReason(emulator: Emulator, lines: readonly string[], told: string) {
  const [code = '', field, ...names] = told.split(' | ').map((each) => (each === '-' ? undefined : each));
  const entry = emulator.journal.requests().at(-1);
  const visitor = await new Visitor(emulator).signIn();
  const pageOf = async (path: string) => (await visitor.get(path)).text.replaceAll('&#34;', '"');
  const [page, list] = [await pageOf(`/journal/${entry?.requestId}`), await pageOf('/journal')];
  const sent = (await clientOf(emulator, emulator.token)('GET', '/_emulator/journal')).json.at(-1);

  expect([entry?.error?.code, entry?.error?.field, sent.error.code]).toEqual([code, field, code]);
  expect(list).toContain(`<code>${code}</code>`);
  for (const text of [code, field, ...names].filter((each) => each !== undefined)) {
    expect(lines.at(-1)).toContain(text);
    expect(page).toContain(text);
  }
}

async function startRest() {
  const lines: string[] = [];
  return { ...(await start({ logRequests: 'text', log: (line) => lines.push(line) })), lines };
}
type Rest = Awaited<ReturnType<typeof startRest>>;

const secret = (name: string) => ({ project_id: 'project-1', name, value: base64('x') });

/** Code, field, and what else the reason names. */
test.each<[string, (rest: Rest) => Promise<unknown>, told: string]>([
  [
    'a wrong name',
    ({ send }) => send('POST', '/secrets', secret('Wrong')),
    'invalid | name | createSecret | project-1',
  ],
  [
    'a taken name, with the knob that decides',
    async ({ send }) => [
      await send('POST', '/secrets', secret('twice')),
      await send('POST', '/secrets', secret('twice')),
    ],
    'conflict | name | "twice" | takenName',
  ],
  [
    'an object that is not there',
    ({ send }) => send('DELETE', '/secrets/gone-1'),
    'not_found | id | gone-1 | deleteSecret',
  ],
  [
    'a token that is none',
    ({ emulator }) => clientOf(emulator, 'CANARY')('GET', '/secrets'),
    'unauthorized | - | listSecrets | 401',
  ],
  [
    'a fault',
    ({ emulator, send }) => {
      emulator.faults.add({ operation: 'listSecrets', status: 503, retryAfter: 7 });
      return send('GET', '/secrets');
    },
    'injected | - | fault-1 | 503',
  ],
])('E20: the reason of a refusal is told, over REST: %s', async (_what, act, told) => {
  const rest = await startRest();

  await act(rest);

  await expectReason(rest.emulator, rest.lines, told);
  expect(rest.lines.join()).not.toContain('CANARY');
});

test('E20: a connection that a fault cut is told, with the fault', async () => {
  const { emulator, send, lines } = await startRest();
  emulator.faults.add({ operation: 'listBuckets', cut: 'after-commit' });

  await expect(send('GET', '/s3/buckets')).rejects.toThrow('fetch failed');

  expect(lines.at(-1)).toMatch(/ cut listBuckets .*\[.*fault-1: connection cut after the operation ran/);
});

const get = (
  { emulator, Bucket }: Bench,
  credentials?: Bench['credentials'] | { accessKeyId: string; secretAccessKey: string },
) => sendRaw(emulator.s3Endpoint, { method: 'GET', path: `/${Bucket}/a/k` }, credentials);
const put = ({ client, Bucket }: Bench, at = Bucket) =>
  client.putObject({ Bucket: at, Key: 'a/k', Body: '12345' }).catch(() => undefined);

test.each<[string, (bench: Bench) => Promise<unknown>, told: string]>([
  [
    'a bucket that is not there',
    (bench) => put(bench, 'no-such'),
    'NoSuchBucket | bucket | "no-such" | /no-such/a/k | PutObject',
  ],
  [
    'a missing permission',
    async (bench) => {
      const reader = await bench.key([bench.alias], { read: true });
      return sendRaw(bench.emulator.s3Endpoint, { method: 'PUT', path: `/${bench.Bucket}/a/k`, body: 'x' }, reader);
    },
    'AccessDenied | permissions.write | "write" | PutObject | BUCKET',
  ],
  [
    'a quota',
    async (bench) => {
      await bench.send('PUT', '/s3/buckets', { id: bench.alias.id, max_size: 3 });
      return put(bench);
    },
    'AccessDenied | max_size | quota is 3 bytes | 5 more | BUCKET',
  ],
  [
    'a wrong secret half',
    (bench) => get(bench, { ...bench.credentials, secretAccessKey: 'CANARY' }),
    'SignatureDoesNotMatch | authorization | KEY | secret access key is another one',
  ],
  [
    'a fault',
    (bench) => {
      bench.emulator.faults.add({ operation: 'GetObject', status: 503 });
      return get(bench, bench.credentials);
    },
    'injected | - | fault-1 | 503 | GetObject',
  ],
])('E20: the reason of a refusal is told, at S3: %s', async (_what, act, told) => {
  const lines: string[] = [];
  const bench = await startS3('path', { logRequests: 'text', log: (line) => lines.push(line) });

  await act(bench);

  const { Bucket, credentials } = bench;
  await expectReason(bench.emulator, lines, told.replace('BUCKET', Bucket).replace('KEY', credentials.accessKeyId));
});

test('E20: entries have the object that a create made, and responses with their headers, of S3, too', async () => {
  const { emulator, client, Bucket, alias } = await startS3();
  await client.putObject({ Bucket, Key: 'a/k', Body: 'x' });
  await client.listObjectsV2({ Bucket });

  const [created] = emulator.journal.requests({ objectId: alias.id });
  const [stored] = emulator.journal.requests({ operation: 'PutObject' });
  const [listed] = emulator.journal.requests({ operation: 'ListObjectsV2' });

  expect(created).toMatchObject({ operation: 'createBucket', response: { body: { id: alias.id } } });
  expect(stored).toMatchObject({ api: 's3', response: { headers: { etag: '"9dd4e461268c8034f5c8564e155c67a6"' } } });
  expect(listed?.response?.body).toContain('<Key>a/k</Key>');
});
