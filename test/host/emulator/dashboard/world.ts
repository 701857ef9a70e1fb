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

/** Paths of all pages of a world. */
export interface World {
  readonly paths: readonly string[];
}

/** Fills an emulator with {@link PROJECTS} with what a dashboard has to show: much, long and hostile. */
export async function fillWorld(emulator: Emulator): Promise<World> {
  const [one, two, long] = PROJECTS;
  emulator.seedFrom({
    secrets: Array.from({ length: 105 }, (_, n) => ({
      id: `secret-${n}`,
      name: n === 0 ? `a-${'long-'.repeat(40)}name` : `database-password-${n}`,
      project_id: PROJECTS[n % 3],
      value: 'canary-value',
    })),
    pull_secrets: [
      { id: 'pull-1', server: 'ghcr.io', username: 'canary-user', password: 'canary-password', project_id: one },
      { id: 'pull-2', server: HOSTILE.markup, username: 'u', password: 'p', project_id: two },
      {
        id: 'pull-3',
        server: `registry.${'very-long-'.repeat(12)}example.com:5000`,
        username: 'u',
        password: 'p',
        project_id: long,
      },
      {
        id: 'pull-4',
        server: 'https://canary-name:canary-word@quay.io',
        username: 'u',
        password: 'p',
        project_id: one,
      },
    ],
    buckets: [
      {
        id: 'bucket-1',
        alias: 'lantern-juniper-3f9a1c',
        max_size: 5 * GIB,
        description: 'Uploads of customers',
        project_id: one,
      },
      { id: 'bucket-2', alias: 'b'.repeat(63), max_size: 2n ** 63n - 1n, description: HOSTILE.markup, project_id: two },
      { id: 'bucket-3', alias: 'calm-otter-0e77d2', max_size: 1000, description: 'W'.repeat(300), project_id: long },
      {
        id: 'bucket-4',
        alias: 'quick-raven-aa01f3',
        max_size: 40_000_000,
        description: HOSTILE.hebrew,
        project_id: one,
      },
      ...['bucket-5', 'bucket-6', 'bucket-7'].map((id) => ({
        ...{ id, alias: `${id}-0e77d2`, max_size: GIB, description: GERMAN, project_id: one },
      })),
    ],
    access_keys: [
      {
        id: 'key-1',
        ...KEY,
        buckets: ['bucket-1', 'bucket-4'],
        permissions: { read: true, write: true },
        project_id: one,
      },
      {
        id: 'key-3',
        buckets: ['bucket-1', 'bucket-4', 'bucket-5', 'bucket-6', 'bucket-7'],
        permissions: { read: true },
        project_id: one,
      },
      { id: 'key-2', buckets: [], permissions: { owner: true }, project_id: long },
    ],
  });
  const { access_key_id: accessKeyId, secret_access_key: secretAccessKey } = KEY;
  const s3 = new S3Client({
    endpoint: emulator.s3Endpoint,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
  });
  const Bucket = 'lantern-juniper-3f9a1c';
  const keys = [
    ...Object.values(HOSTILE).filter((key) => key !== HOSTILE.lines),
    'photos/cat.jpg',
    'photos/2026/dog.jpg',
    'report.pdf',
  ];
  for (const Key of keys)
    await s3.send(
      new PutObjectCommand({
        Bucket,
        Key,
        Body: Key.repeat(99),
        Metadata: { [`long-${'name-'.repeat(20)}`]: GERMAN.normalize('NFD').replace(/[^ -~]/g, '') },
        ContentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      }),
    );
  await s3.send(new CreateMultipartUploadCommand({ Bucket, Key: 'half/of-it.tar.gz' }));
  s3.destroy();
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
  const faulty = emulator.journal.requests({ operation: 'listSecrets' })[0]?.requestId;
  const made = emulator.journal.requests({ operation: 'createBucket' })[0]?.requestId;
  const key = (text: string) => encodeURIComponent(text);
  return {
    paths: [
      ...[
        '/secrets?q=-1',
        '/secrets?sort=-name&page=2',
        '/secrets?q=nothing-like-it',
        `/secrets?q=${encodeURIComponent(HOSTILE.markup)}`,
        '/secrets/secret-0',
        '/secrets/secret-0/delete',
      ],
      ...['/pull-secrets', '/pull-secrets/pull-3', '/pull-secrets/pull-2/delete', '/buckets', '/buckets/bucket-1'],
      ...[`/buckets/bucket-1?prefix=${key('photos/')}`, '/buckets/bucket-2', '/buckets/bucket-2/delete'],
      ...[
        `/buckets/bucket-1/object/delete?key=${key(HOSTILE.long)}`,
        `/buckets/bucket-1/object/delete?key=${key(HOSTILE.rtl)}`,
        `/buckets/bucket-1/object/details?key=${key(HOSTILE.long)}`,
        `/buckets/bucket-1/object/details?key=${key(HOSTILE.markup)}`,
        `/buckets/bucket-1/folder/delete?prefix=${key('photos/')}`,
        '/buckets/bucket-1?sort=-size',
        '/buckets/bucket-1/delete',
        '/buckets/bucket-1/empty',
      ],
      ...[
        '/keys',
        '/keys/key-1/delete',
        '/journal',
        `/journal?q=${encodeURIComponent(HOSTILE.markup)}`,
        '/journal?q=fault:any',
        `/journal/${faulty}`,
        `/journal/${made}`,
      ],
      ...['/faults', '/faults/used-up', '/settings', '/control', '/control/reset', '/nowhere'],
    ],
  };
}
