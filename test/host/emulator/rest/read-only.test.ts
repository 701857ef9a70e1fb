import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Emulator } from '../../../../emulator';
import { Visitor } from '../dashboard/visitor';
import { base64, clientOf, startEmulator, temporaryFolder } from '../support';

const MAY_ONLY_READ = 'This token may only read.';
const permissions = { read: true, write: false, owner: false };

async function startWithReader() {
  const seedFile = join(temporaryFolder(), 'tokens.json');
  const tokens = [
    { token: 'reader', projects: ['project-1'], read_only: true },
    { token: 'team', projects: ['project-1'] },
  ];
  writeFileSync(seedFile, JSON.stringify({ tokens }));
  const options = { seedFile, dataDir: temporaryFolder(), dialect: 'extended' as const };
  const emulator = await startEmulator(options);
  return { emulator, options, read: clientOf(emulator, 'reader'), change: clientOf(emulator, 'team') };
}

test('a read-only token lists what is in its projects, and every change is 403', async () => {
  const { read, change } = await startWithReader();
  const project_id = 'project-1';
  const bodies = {
    '/secrets': { project_id, name: 'db', value: base64('CANARY') },
    '/secrets/pull': { project_id, server: 'ghcr.io', username: 'octocat', password: 'CANARY' },
    '/s3/buckets': { project_id, max_size: 10 },
    '/s3/keys': { project_id, bucket_ids: [], permissions },
  };
  const paths = Object.keys(bodies) as (keyof typeof bodies)[];
  const refused = { status: 403, json: expect.objectContaining({}) };
  for (const path of paths) {
    const made = await change('POST', path, bodies[path]);
    expect([path, made.status]).toEqual([path, 201]);
    const { id } = made.json;
    const before = await read('GET', path);
    expect(before.status).toBe(200);
    expect(before.text).toContain(id);

    for (const response of [
      await read('POST', path, bodies[path]),
      await read('DELETE', `${path}/${id}`),
      ...(path === '/s3/buckets' ? [await read('PUT', path, { id, max_size: 20 })] : []),
    ]) {
      expect(response).toMatchObject(refused);
      expect(response.text).toContain(MAY_ONLY_READ);
    }
    expect((await read('DELETE', `${path}/none`)).status).toBe(404);
    expect((await read('GET', path)).text).toBe(before.text);
  }
});

test('whoever signs in to the dashboard with it sees everything, changes nothing, and can sign out', async () => {
  const { emulator, change } = await startWithReader();
  const { json: bucket } = await change('POST', '/s3/buckets', { project_id: 'project-1', max_size: 10 });
  const visitor = await new Visitor(emulator).signIn('reader');
  expect((await visitor.get('/buckets')).text).toContain(bucket.id);

  for (const [path, fields] of [
    ['/buckets', { project_id: 'project-1', max_size: '10' }],
    [`/buckets/${bucket.id}/delete`, {}],
    ['/control/reset', {}],
  ] as const) {
    const { status, text } = await visitor.post(path, fields);
    expect([path, status, text.includes(MAY_ONLY_READ)]).toEqual([path, 403, true]);
  }
  const upload = new FormData();
  upload.set('csrf', await visitor.csrf());
  upload.set('file', new Blob(['text']), 'text');
  expect((await visitor.send(`/buckets/${bucket.id}/upload`, upload)).status).toBe(403);
  expect((await visitor.post('/sign-out', {})).status).toBe(303);
});

test('it stays read-only after a restart, and one that the file no longer has is worth nothing', async () => {
  const { emulator, options } = await startWithReader();
  await emulator.stop();
  writeFileSync(options.seedFile, JSON.stringify({ tokens: [{ token: 'reader', read_only: true }] }));

  await using again = await Emulator.start(options);

  const body = { project_id: 'project-1', max_size: 10 };
  expect((await clientOf(again, 'reader')('POST', '/s3/buckets', body)).status).toBe(403);
  expect((await clientOf(again, 'team')('GET', '/s3/buckets')).status).toBe(401);
});
