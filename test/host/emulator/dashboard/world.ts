import { CreateMultipartUploadCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { Emulator } from '../../../../emulator';

/** Projects as people name them, and one that nobody should. */
export const PROJECTS = ['project-1', 'checkout-staging', `team-${'x'.repeat(55)}`] as const;

/** Keys and names that break what does not expect them. */
export const HOSTILE = {
  markup: `"><img src=x onerror=alert(1)>'\``,
  long: 'k'.repeat(1_024),
  rtl: 'gepj.\u202eexe.txt',
  hebrew: 'שלום/עולם.txt',
  lines: 'two\r\nlines\tand a tab',
  emoji: '👩‍👩‍👧‍👦/🔐 vault.bin',
  spaces: '  two  spaces  ',
} as const;

/** One word. */
const GERMAN = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenverleihungsurkunde';

const GIB = 2 ** 30;
const KEY = { access_key_id: 'GKworld0000000000000000000', secret_access_key: 'canary-secret-half-of-the-world' };
const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** Fills an emulator with {@link PROJECTS} with what a dashboard has to show: much, long and hostile. Gives the paths of all its pages. */
export async function fillWorld(emulator: Emulator): Promise<readonly string[]> {
  const [one, two, long] = PROJECTS;
  const pullSecret = (n: number, server: string, project_id: string = one) => ({
    ...{ id: `pull-${n}`, server, username: 'canary-user', password: 'canary-password', project_id },
  });
  const bucket = (n: number, max_size: number | bigint, description: string, project_id: string = one, alias = '') => ({
    ...{ id: `bucket-${n}`, alias: alias || `calm-otter-0e77d${n}`, max_size, description, project_id },
  });
  emulator.seedFrom({
    secrets: Array.from({ length: 105 }, (_, n) => ({
      ...{ id: `secret-${n}`, name: n === 0 ? `a-${'long-'.repeat(40)}name` : `database-password-${n}` },
      ...{ project_id: PROJECTS[n % 3], value: 'canary-value' },
    })),
    pull_secrets: [
      pullSecret(1, 'ghcr.io'),
      pullSecret(2, HOSTILE.markup, two),
      pullSecret(3, `registry.${'very-long-'.repeat(12)}example.com:5000`, long),
      pullSecret(4, 'https://canary-name:canary-word@quay.io'),
    ],
    buckets: [
      bucket(1, 5 * GIB, 'Uploads of customers', one, 'lantern-juniper-3f9a1c'),
      bucket(2, 2n ** 63n - 1n, HOSTILE.markup, two, 'b'.repeat(63)),
      bucket(3, 1000, 'W'.repeat(300), long),
      bucket(4, 40_000_000, HOSTILE.hebrew),
      ...[5, 6, 7].map((n) => bucket(n, GIB, GERMAN)),
    ],
    access_keys: [
      {
        ...{ id: 'key-1', ...KEY, buckets: ['bucket-1', 'bucket-4'] },
        ...{ permissions: { read: true, write: true }, project_id: one },
      },
      {
        ...{ id: 'key-3', buckets: ['bucket-1', 'bucket-4', 'bucket-5', 'bucket-6', 'bucket-7'] },
        ...{ permissions: { read: true }, project_id: one },
      },
      { id: 'key-2', buckets: [], permissions: { owner: true }, project_id: long },
    ],
  });
  await fillBucket(emulator, 'lantern-juniper-3f9a1c');
  const send = (method: string, path: string, body?: object) =>
    fetch(emulator.baseUrl + path, {
      method,
      headers: { authorization: `Bearer ${emulator.token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
  await send('POST', '/s3/buckets', { project_id: one, max_size: GIB, description: 'made by hand' });
  await send('GET', `/nowhere/${'deep/'.repeat(60)}?x=1`);
  await send('GET', `/nowhere/${encodeURIComponent(HOSTILE.markup)}?${encodeURIComponent(HOSTILE.markup)}=1`);
  const slow = emulator.faults.add({ operation: 'listSecrets', status: 503, delayMs: 1, times: 1 });
  await send('GET', '/secrets');
  slow.remove();
  emulator.faults.add({ operation: 'createAccessKey', cut: 'after-commit', probability: 0.5 });
  const where = { objectId: HOSTILE.markup, keyPrefix: HOSTILE.long };
  emulator.faults.add({ operation: 'PutObject', delayMs: { min: 10, max: 300 }, times: 3, where });
  emulator.faults.add({
    ...{ operation: 'updateBucket', status: 503, body: { why: 'x' }, headers: { 'x-long-header-name-of-nobody': '1' } },
    ...{ retryAfter: 2, delayMs: { p50: 1, p99: 2 }, skip: 10, when: 'after-commit' },
    where: {
      ...{ projectId: long, objectId: HOSTILE.long },
      ...{ headers: { 'x-test': '1' }, body: { 'permissions.read': true } },
    },
  });
  emulator.faults.add({ operation: 'listAccessKeys', status: 500, times: 1 });
  await send('GET', '/s3/keys');
  const requestOf = (operation: 'listSecrets' | 'createBucket') =>
    `/journal/${emulator.journal.requests({ operation })[0]?.requestId}`;
  const inBucket = (page: string, name: 'key' | 'prefix', text: string) =>
    `/buckets/bucket-1${page}?${name}=${encodeURIComponent(text)}`;
  return [
    ...['/secrets?q=-1', '/secrets?sort=-name&page=2', '/secrets?q=nothing-like-it', '/secrets/secret-0'],
    ...[`/secrets?q=${encodeURIComponent(HOSTILE.markup)}`, '/secrets/secret-0/delete'],
    ...['/pull-secrets', '/pull-secrets/pull-3', '/pull-secrets/pull-2/delete', '/buckets', '/buckets/bucket-1'],
    ...[inBucket('', 'prefix', 'photos/'), '/buckets/bucket-2', '/buckets/bucket-2/delete', '/buckets/bucket-1/delete'],
    ...[inBucket('/object/delete', 'key', HOSTILE.long), inBucket('/object/delete', 'key', HOSTILE.rtl)],
    ...[inBucket('/object/details', 'key', HOSTILE.long), inBucket('/object/details', 'key', HOSTILE.markup)],
    ...[inBucket('/folder/delete', 'prefix', 'photos/'), '/buckets/bucket-1?sort=-size', '/buckets/bucket-1/empty'],
    ...['/keys', '/keys/key-1/delete', '/journal', `/journal?q=${encodeURIComponent(HOSTILE.markup)}`],
    ...['/journal?q=fault:any', requestOf('listSecrets'), requestOf('createBucket'), '/faults', '/faults/used-up'],
    ...['/settings', '/control', '/control/reset', '/nowhere'],
  ];
}

/** Objects with hostile names, and an upload that has not ended. */
async function fillBucket({ s3Endpoint }: Emulator, Bucket: string): Promise<void> {
  const credentials = { accessKeyId: KEY.access_key_id, secretAccessKey: KEY.secret_access_key };
  const s3 = new S3Client({ endpoint: s3Endpoint, region: 'us-east-1', forcePathStyle: true, credentials });
  const { lines: _, ...names } = HOSTILE;
  const Metadata = { [`long-${'name-'.repeat(20)}`]: GERMAN.normalize('NFD').replace(/[^ -~]/g, '') };
  for (const Key of [...Object.values(names), 'photos/cat.jpg', 'photos/2026/dog.jpg', 'report.pdf'])
    await s3.send(new PutObjectCommand({ Bucket, Key, Body: Key.repeat(99), Metadata, ContentType: WORD }));
  await s3.send(new CreateMultipartUploadCommand({ Bucket, Key: 'half/of-it.tar.gz' }));
  s3.destroy();
}
