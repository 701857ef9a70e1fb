import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { stringifyJson } from '../../../../contract/formats/json';
import { Emulator, type SeedDocument, StartError } from '../../../../emulator';
import { clientFor, startS3 } from '../s3/support';
import { clientOf, start, startEmulator, temporaryFolder } from '../support';

const ALL = { read: true, write: true, owner: true };

const SEED: SeedDocument = {
  projects: ['shop', 'blog'],
  tokens: [{ token: 'everywhere' }, { token: 'bloggers', projects: ['blog'] }],
  secrets: [
    { id: 'secret-1', name: 'db-password', value: 'CANARY-text' },
    { project_id: 'blog', name: 'raw', value: { base64: '/wA=' } },
  ],
  pull_secrets: [{ id: 'pull-1', server: 'ghcr.io', username: 'octo', password: 'CANARY-password' }],
  buckets: [
    { id: 'bucket-1', alias: 'uploads', max_size: 2n ** 63n - 1n, description: 'd' },
    { project_id: 'blog', max_size: 5 },
  ],
  access_keys: [
    {
      id: 'key-1',
      access_key_id: 'GKuploads',
      secret_access_key: 'CANARY-secret',
      buckets: ['uploads'],
      permissions: { read: true },
    },
    { buckets: ['bucket-1'], permissions: ALL },
  ],
};

function fileWith(content: unknown): string {
  const path = join(temporaryFolder(), 'seed.json');
  writeFileSync(path, typeof content === 'string' ? content : stringifyJson(content));
  return path;
}

function expectSeeded({ inspect }: Emulator): void {
  const [text, raw] = inspect.secrets();
  const [uploads, small] = inspect.buckets();
  const [fixed, drawn] = inspect.accessKeys();
  expect(text).toMatchObject({ id: 'secret-1', projectId: 'shop', name: 'db-password' });
  expect(inspect.secretValue('secret-1')).toBe('CANARY-text');
  expect(Buffer.from(inspect.secretBytes(raw?.id ?? ''))).toEqual(Buffer.from([0xff, 0]));
  expect(inspect.pullSecretPassword('pull-1')).toBe('CANARY-password');
  expect(uploads).toMatchObject({ id: 'bucket-1', alias: 'uploads', maxSize: 2n ** 63n - 1n, description: 'd' });
  expect(small).toMatchObject({ projectId: 'blog', maxSize: 5n, description: null, settled: true });
  expect(fixed).toMatchObject({
    accessKeyId: 'GKuploads',
    bucketIds: ['bucket-1'],
    permissions: { read: true, write: false, owner: false },
  });
  expect(inspect.secretAccessKey('key-1')).toBe('CANARY-secret');
  expect(drawn).toMatchObject({ bucketIds: ['bucket-1'], permissions: ALL });
  expect(drawn?.accessKeyId).toMatch(/^GK[0-9a-f]{24}$/);
}

test('a seed file gives projects, tokens and objects with fixed ids and keys', async () => {
  const { emulator, send } = await start({ seedFile: fileWith(SEED) });

  expectSeeded(emulator);
  expect(emulator.projectId).toBe('shop');
  for (const token of [emulator.token, 'everywhere']) {
    expect((await clientOf(emulator, token)('GET', '/s3/buckets')).json).toHaveLength(2);
  }
  expect((await clientOf(emulator, 'bloggers')('GET', '/secrets')).json).toMatchObject([{ name: 'raw' }]);
  expect((await send('GET', '/s3/buckets')).json[0]).toMatchObject({ alias: 'uploads', endpoint: emulator.s3Endpoint });
});

test('a reset goes back to the seed file, with its tokens', async () => {
  const { emulator, send } = await start({ seedFile: fileWith(SEED), lag: { newHidden: 1 } });
  await send('DELETE', '/s3/buckets/bucket-1');
  await send('POST', '/secrets', { project_id: 'shop', name: 'more', value: 'eA==' });

  emulator.reset();

  expectSeeded(emulator);
  expect((await clientOf(emulator, 'bloggers')('GET', '/secrets')).json).toHaveLength(1);
});

test('a data folder is seeded once, and keeps what became of it', async () => {
  const options = { dataDir: temporaryFolder(), seedFile: fileWith(SEED) };
  const first = await start(options);
  await first.send('DELETE', '/secrets/secret-1');
  await first.emulator.stop();

  const second = await startEmulator(options);

  expect(second.inspect.secrets()).toMatchObject([{ name: 'raw' }]);
  expect(second.inspect.buckets()).toHaveLength(2);
  expect((await clientOf(second, 'bloggers')('GET', '/secrets')).status).toBe(200);
});

test('a running emulator is seeded in process, from a file, and over HTTP', async () => {
  const [one, two, three] = [await start(), await start(), await start()];

  one.emulator.seedFrom(SEED);
  two.emulator.seedFrom(fileWith(SEED));
  const response = await three.send('POST', '/_emulator/seed', SEED);

  expect(response).toMatchObject({ status: 204, text: '' });
  for (const { emulator } of [one, two, three]) {
    expect((await clientOf(emulator, 'everywhere')('GET', '/secrets')).json).toHaveLength(1);
    expect(emulator.inspect.secrets()).toMatchObject([{ projectId: 'project-1' }, { projectId: 'blog' }]);
    expect(emulator.inspect.secretAccessKey('key-1')).toBe('CANARY-secret');
  }
});

test('objects of a seed are in its buckets and in those that are there, small and large, also after a reset', async () => {
  const large = Buffer.alloc(100_000, 'x');
  const seedFile = fileWith({
    buckets: [{ id: 'bucket-1', alias: 'reports', max_size: 200_000 }],
    access_keys: [
      { access_key_id: 'GKreports', secret_access_key: 'CANARY-secret', buckets: ['reports'], permissions: ALL },
    ],
    objects: [
      { bucket: 'reports', key: 'a/1.csv', body: 'a,b\n', content_type: 'text/csv' },
      { bucket: 'bucket-1', key: 'large', body: { base64: large.toString('base64') } },
      { bucket: 'reports', key: 'empty', body: '' },
    ],
  });
  const emulator = await startEmulator({ seedFile });
  const credentials = { accessKeyId: 'GKreports', secretAccessKey: 'CANARY-secret' };
  const client = clientFor(emulator, credentials);
  const read = async (Key: string) => {
    const { Body, ContentType, ETag } = await client.getObject({ Bucket: 'reports', Key });
    return { text: await Body?.transformToString(), ContentType, ETag };
  };

  for (const seeded of ['at the start', 'after a reset']) {
    if (seeded === 'after a reset') emulator.reset();
    emulator.seedFrom({ objects: [{ bucket: 'reports', key: 'more', body: 'x' }] });

    const { ETag, ...report } = await read('a/1.csv');
    expect(report).toEqual({ text: 'a,b\n', ContentType: 'text/csv' });
    expect(ETag).toBe(`"${createHash('md5').update('a,b\n').digest('hex')}"`);
    expect((await read('large')).text).toBe(large.toString());
    expect((await read('empty')).text).toBe('');
    expect((await read('more')).text).toBe('x');
    const { Contents } = await client.listObjectsV2({ Bucket: 'reports' });
    expect(Contents?.map(({ Key, Size }) => [Key, Size])).toEqual([
      ['a/1.csv', 4],
      ['empty', 0],
      ['large', 100_000],
      ['more', 1],
    ]);
  }
  const overwrite = client.putObject({ Bucket: 'reports', Key: 'rest', Body: Buffer.alloc(99_996) });
  await expect(overwrite).rejects.toMatchObject({ name: 'AccessDenied' });
});

test.each<[string, object]>([
  ['"objects.0.bucket" names no bucket.', { bucket: 'other', key: 'a', body: 'x' }],
  ['"objects.0.key" must be at most 1024 bytes in UTF-8.', { bucket: 'reports', key: 'k'.repeat(1025), body: 'x' }],
  ['"objects.0.key" is taken.', { bucket: 'reports', key: 'there', body: 'x' }],
  ['"objects.0.body" exceeds the quota of the bucket.', { bucket: 'reports', key: 'a', body: 'CANARY' }],
  ['"objects.0.body" must be a text, or {"base64": …}.', { bucket: 'reports', key: 'a' }],
  ['"objects.0.content_type" must be visible ASCII', { bucket: 'reports', key: 'a', body: 'x', content_type: 'é' }],
])('an object of a seed is refused, and nothing of the seed is kept: %s', async (says, object) => {
  const emulator = await startEmulator();
  emulator.seedFrom({
    buckets: [{ id: 'bucket-1', alias: 'reports', max_size: 5 }],
    objects: [{ bucket: 'reports', key: 'there', body: '123' }],
  });
  const seed = { secrets: [{ name: 'a', value: 'x' }], objects: [object] } as SeedDocument;

  expect(() => emulator.seedFrom(seed)).toThrow(says);
  expect(() => emulator.seedFrom(seed)).not.toThrow('CANARY');
  expect(emulator.inspect.secrets()).toEqual([]);
  expect(emulator.inspect.objects('bucket-1')).toHaveLength(1);
  emulator.seedFrom({ objects: [{ bucket: 'reports', key: 'fits', body: '12' }] });
});

const WRONG = {
  projects: ['', 'shop'],
  tokens: [{ token: 'CAN ARY' }, { token: 'CANARY', projects: ['nowhere'] }, { token: 'CANARY' }, { token: 'admin' }],
  secrets: [
    { name: 'CANARY', value: 'x' },
    { name: 'a', value: 'CANARY', project_id: 'nowhere' },
    { name: 'b', value: { base64: 'CANARY!' } },
    { name: 'c', value: 'x' },
    { name: 'c', value: 'x' },
  ],
  pull_secrets: [{ server: 's', username: 'u' }],
  buckets: [
    { id: 'one', alias: 'X', max_size: 0 },
    { id: 'two', alias: 'same', max_size: 1 },
    { id: 'two', alias: 'same', max_size: 1 },
  ],
  access_keys: [
    { buckets: ['two', 'nobody'], permissions: { read: 'CANARY' } },
    { buckets: ['two', 'nobody'], permissions: {}, secret_access_key: 'CANARY1' },
    { buckets: ['nobody', 'same'], permissions: {} },
  ],
  others: [],
};

/** Where each of its problems is, in the order in which they are told. */
const PROBLEMS =
  'projects.0 tokens.0.token secrets.0.name secrets.2.value.base64 pull_secrets.0.password buckets.0.alias buckets.0.max_size ' +
  'access_keys.0.permissions.read access_keys.1.secret_access_key tokens.3.token tokens.2.token tokens.1.projects.0 ' +
  'secrets.1.project_id buckets.2.id secrets.4.name buckets.2.alias access_keys.2.buckets.0';

/** The field that each line begins with. */
const placesIn = (lines: readonly string[]) => lines.flatMap((line) => /^ *"([^"]+)"/.exec(line)?.[1] ?? []);

test('every problem of a seed is told at once with its path, and no secret; nothing of it is kept', async () => {
  const seedFile = fileWith(WRONG);
  const { emulator, send } = await start({ adminToken: 'admin' });

  // It is checked before anything listens: that the ports are taken is not found out.
  const [port, s3Port] = [emulator.baseUrl, emulator.s3Endpoint].map((url) => Number(new URL(url).port));
  const options = { seedFile, adminToken: 'admin', port, s3Port };
  const atStart = await Emulator.start(options).catch((error: unknown) => error);
  const response = await send('POST', '/_emulator/seed', WRONG);

  expect(atStart).toBeInstanceOf(StartError);
  expect(response.status).toBe(400);
  for (const text of [String(atStart), response.text]) expect(text).not.toContain('CANARY');
  expect(placesIn((atStart as StartError).message.split('\n').slice(1))).toEqual(PROBLEMS.split(' '));
  expect(placesIn(response.json.error.message.split('; '))).toEqual(PROBLEMS.split(' '));
  expect(emulator.inspect.projects()).toEqual(['project-1']);
  expect([emulator.inspect.secrets(), emulator.inspect.buckets()]).toEqual([[], []]);
});

test('what is taken already is refused, and nothing of the seed is kept', async () => {
  const { emulator } = await start({ seedFile: fileWith(SEED) });
  const before = [emulator.inspect.secrets(), emulator.inspect.accessKeys()];

  const again = () => emulator.seedFrom(SEED);

  for (const each of 'tokens.0.token secrets.0.id secrets.0.name buckets.0.alias access_keys.0.access_key_id'.split(
    ' ',
  ))
    expect(again).toThrow(`"${each}" is taken`);
  expect([emulator.inspect.secrets(), emulator.inspect.accessKeys()]).toEqual(before);
});

const matching = (text: RegExp) => expect.stringMatching(text);

/** All that is stored, as far as a seed has a place for it. */
const stored = ({ inspect }: Emulator) => ({
  secrets: inspect
    .secrets()
    .map(({ position: _, ...secret }) => ({ ...secret, value: inspect.secretBytes(secret.id) })),
  pullSecrets: inspect
    .pullSecrets()
    .map(({ position: _, ...pull }) => ({ ...pull, password: inspect.pullSecretPassword(pull.id) })),
  buckets: inspect.buckets().map(({ id, projectId, alias, maxSize, description }) => ({
    ...{ id, projectId, alias, maxSize, description },
  })),
  accessKeys: inspect.accessKeys().map(({ position: _, createdAt: __, ...key }) => ({
    ...key,
    secret: inspect.secretAccessKey(key.id),
  })),
});

test('what is stored is saved as a seed, with values where they are asked for', async () => {
  const { emulator, send } = await start({ seedFile: fileWith(SEED) });
  await send('DELETE', '/secrets/secret-1');
  await send('POST', '/secrets', { project_id: 'shop', name: 'empty', value: '' });
  await send('POST', '/s3/buckets', { project_id: 'blog', max_size: 7 });

  const other = await start({ seedFile: fileWith(emulator.saveSeed({ withValues: true })) });

  expect(other.project).toBe('shop');
  expect(stored(other.emulator)).toEqual(stored(emulator));
  expect(other.emulator.saveSeed({ withValues: true })).toEqual(emulator.saveSeed({ withValues: true }));
});

test('a seed is saved without any secret unless values are asked for, and can be used', async () => {
  const { emulator, send } = await start();
  emulator.seedFrom(SEED);
  emulator.seedFrom({
    pull_secrets: ['@', '%40'].map((at) => ({
      server: `https://me:CANARY${at}ghcr.io`,
      username: 'CANARY',
      password: 'CANARY',
    })),
  });

  const saved = await send('GET', '/_emulator/seed');
  const other = await start({ seedFile: fileWith(saved.text) });

  expect(saved.text).not.toContain('CANARY');
  expect(saved.text).not.toContain('octo');
  for (const { id } of emulator.inspect.accessKeys()) {
    expect(saved.text).not.toContain(emulator.inspect.secretAccessKey(id));
  }
  expect((await send('GET', '/_emulator/seed?withValues=true')).text).not.toContain('CANARY');
  expect(saved.json.not_saved).toEqual(
    [/^2 values/, /^3 credentials/, /^2 access keys/, /tokens/, /times/].map(matching),
  );
  expect(stored(other.emulator).buckets).toEqual(stored(emulator).buckets);
  expect(other.emulator.inspect.secretValue('secret-1')).toBe('placeholder');
  expect(other.emulator.inspect.accessKeys()).toMatchObject([{ accessKeyId: 'GKuploads' }, {}]);
});

test('a saved seed says what lies in buckets and is not in it', async () => {
  const { emulator, client, Bucket } = await startS3();
  await client.putObject({ Bucket, Key: 'k', Body: 'x' });
  await client.createMultipartUpload({ Bucket, Key: 'k' });
  const CORSConfiguration = { CORSRules: [{ AllowedMethods: ['GET'], AllowedOrigins: ['*'] }] };
  await client.putBucketCors({ Bucket, CORSConfiguration });

  expect(emulator.saveSeed({ withValues: true }).not_saved).toEqual(
    [/^1 object/, /^1 unfinished upload/, /^1 CORS/, /tokens/, /times/].map(matching),
  );
});

test.each([
  [{ canary: 1, secrts: [] }, 'has unknown fields: secrts (did you mean secrets?), 1 other name; it may have'],
  [{ secrets: [{ name: 'a', value: 'x', canary: 1 }] }, '"secrets.0" has unknown fields: 1 other name; it may have'],
  [{ tokens: [{ canary: 't' }] }, '"tokens.0" has unknown fields: 1 other name; it may have token, projects'],
])('E14: a name that is at the wrong place may be a secret, and is not repeated: %j', async (seed, says) => {
  const { emulator, send } = await start();

  const sent = await send('POST', '/_emulator/seed', seed);

  expect([sent.status, sent.json.error.message]).toEqual([400, expect.stringContaining(says)]);
  expect(sent.text).not.toContain('canary');
  expect(() => emulator.seedFrom(seed as never)).toThrow(says);
  expect(() => emulator.seedFrom(seed as never)).not.toThrow('canary');
});
