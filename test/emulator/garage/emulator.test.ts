import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import type { EmulatorOptions } from '../../../emulator';
import { parseCommand } from '../../../emulator/cli/flags';
import { Visitor } from '../dashboard/visitor';
import { clientOf, startEmulator, temporaryFolder } from '../support';
import { startCluster } from './control-plane';

const PUBLIC_URL = 'https://s3.example';

async function startOverCluster(more: EmulatorOptions = {}) {
  const cluster = await startCluster();
  const options: EmulatorOptions = {
    garage: { adminUrls: [cluster.url], adminToken: cluster.token },
    s3PublicUrl: PUBLIC_URL,
    dataDir: temporaryFolder(),
    log: () => undefined,
    ...more,
  };
  const emulator = await startEmulator(options);
  return { cluster, options, emulator, send: clientOf(emulator, emulator.token), project: emulator.projectId };
}

test('the control plane looks the same over a cluster, whose endpoint it shows', async () => {
  const { cluster, emulator, send, project } = await startOverCluster();

  const { id } = (await send('POST', '/s3/buckets', { project_id: project, max_size: 10 })).json;
  const key = await send('POST', '/s3/keys', {
    project_id: project,
    bucket_ids: [id],
    permissions: { read: true, write: true, owner: false },
  });
  const [bucket] = (await send('GET', '/s3/buckets')).json;

  expect(emulator.s3Endpoint).toBe(PUBLIC_URL);
  expect(bucket).toMatchObject({
    id,
    endpoint: PUBLIC_URL,
    max_size: 10,
    alias: cluster.state().buckets[0]?.aliases[0],
  });
  expect(cluster.tables.keys.get(key.json.access_key_id)?.secretAccessKey).toBe(key.json.secret_access_key);
  expect((await send('DELETE', `/s3/keys/${key.json.id}`)).status).toBe(204);
  cluster.tables.putObject(cluster.state().buckets[0]?.id ?? '');
  expect((await send('DELETE', `/s3/buckets/${id}`)).status).toBe(409);
  cluster.tables.emptyBucket(cluster.state().buckets[0]?.id ?? '');
  expect((await send('DELETE', `/s3/buckets/${id}`)).status).toBe(204);
  const { buckets, keys } = cluster.state();
  expect(buckets).toEqual([]);
  // What holds the second names of buckets stays.
  expect(keys.map((left) => cluster.tables.keys.get(left.id)?.name.replace(/:\w{16}:/, ':…:'))).toEqual([
    'coffer:…:guard:project-1',
  ]);
});

test('the dashboard shows the use that was measured and what is gone, and where the objects are', async () => {
  const log: string[] = [];
  const { cluster, emulator, options, send, project } = await startOverCluster({ log: (line) => void log.push(line) });
  const { id } = (await send('POST', '/s3/buckets', { project_id: project, max_size: 10 })).json;
  const visitor = await new Visitor(emulator).signIn();

  const before = await visitor.get(`/buckets/${id}`);

  expect(before.text).toContain(PUBLIC_URL);
  expect(before.text).not.toContain('Upload an object');
  expect((await visitor.get(`/buckets/${id}/object?key=a`)).status).toBe(404);

  await emulator.stop();
  for (const bucket of cluster.tables.buckets.values()) cluster.tables.bury(bucket);
  const again = await startEmulator(options);
  const later = await new Visitor(again).signIn();
  await expect.poll(async () => (await later.get(`/buckets/${id}`)).text).toContain('gone from the storage cluster');
  expect((await later.get('/buckets')).text).toContain('gone from the storage cluster');
  expect(log).toEqual([expect.stringMatching(/^storage cluster: the bucket .* is gone, and was not deleted here\.$/)]);
});

test('the dashboard shows how the cluster is, its nodes and their room; the nodes to who has control', async () => {
  const { cluster, emulator, options } = await startOverCluster();
  const { host } = new URL(cluster.url);
  const here = await new Visitor(emulator).signIn();
  const elsewhere = await new Visitor(emulator, { 'x-forwarded-for': '192.0.2.7' }).signIn();

  const shown = await here.get('/cluster');
  const fromElsewhere = await elsewhere.get('/cluster');

  for (const text of [
    'healthy',
    '1 of 1 are up',
    '256 of 256 can be used',
    PUBLIC_URL,
    'aria-current="page">Storage',
  ]) {
    expect(shown.text).toContain(text);
    expect(fromElsewhere.text).toContain(text);
  }
  expect(shown.text.replace(/<[^>]*>/g, ' ')).toMatch(
    /fake\s+0{64}[\s\S]*up\s+dc1\s+9\.3 GiB\s+4\.7 of 9\.3 GiB\s+in use/,
  );
  expect(fromElsewhere.text).not.toContain('0'.repeat(64));
  expect(shown.text).not.toContain(cluster.token);

  await emulator.stop();
  await cluster.stop();
  const alone = await startEmulator(options);
  const later = await new Visitor(alone).signIn();
  expect((await later.get('/cluster')).text).toContain(`cannot be asked just now: GetClusterHealth: ${host}`);
  const strangers = await new Visitor(alone, { 'x-forwarded-for': '192.0.2.7' }).signIn();
  expect((await strangers.get('/cluster')).text).toContain('cannot be asked just now. Lists');
});

test('/metrics tells for how long something has been undone, also what an earlier start left so', async () => {
  const { cluster, emulator, options, send, project } = await startOverCluster();
  const bucket = (await send('POST', '/s3/buckets', { project_id: project, max_size: 10 })).json;
  const ageOf = async ({ baseUrl }: { readonly baseUrl: string }) => {
    const text = await (await fetch(`${baseUrl}/metrics`)).text();
    return Number(/^coffer_oldest_intent_age_seconds (.*)$/m.exec(text)?.[1]);
  };
  expect(await ageOf(emulator)).toBe(0);
  await cluster.stop();
  const updated = send('PUT', '/s3/buckets', { id: bucket.id, max_size: 20 }).catch(() => undefined);
  await expect.poll(() => ageOf(emulator)).toBeGreaterThan(0);
  await emulator.stop();
  await updated;
  const data = new DatabaseSync(join(options.dataDir ?? '', 'coffer.db'));
  data.exec('UPDATE cluster_bucket SET changed_at = changed_at - 3600000');
  data.close();

  const again = await startEmulator(options);

  expect(await ageOf(again)).toBeGreaterThan(3_600);
  expect(await (await fetch(`${again.baseUrl}/metrics`)).text()).toContain('{kind="bucket",state="changing"} 1');
});

test('where objects lie in this process nothing is said of a cluster', async () => {
  const visitor = await new Visitor(await startEmulator()).signIn();

  expect((await visitor.get('/buckets')).text).not.toContain('Storage cluster');
  expect((await visitor.get('/cluster')).status).toBe(404);
});

test('a secret half is written nowhere once its key is made', async () => {
  const { emulator, send, project } = await startOverCluster();

  const made = await send('POST', '/s3/keys', {
    project_id: project,
    bucket_ids: [],
    permissions: { read: true, write: false, owner: false },
  });

  expect(made.status).toBe(201);
  expect(() => emulator.inspect.secretAccessKey(made.json.id)).toThrow('not kept');
  expect(emulator.saveSeed({ withValues: true }).access_keys).toMatchObject([
    { access_key_id: made.json.access_key_id },
  ]);
});

test('what only objects of its own allow is refused with a sentence', async () => {
  const { emulator, send, project } = await startOverCluster();
  const bucket = { buckets: [{ project_id: project, max_size: 1 }] };

  for (const refused of [
    () => emulator.reset(),
    () => emulator.snapshot(),
    () => emulator.restore(new Uint8Array()),
    () => emulator.clock.advance(1),
    () => emulator.clock.freeze(),
    () => emulator.faults.add({ operation: 'PutObject', status: 503 }),
    () => emulator.seedFrom(bucket),
  ]) {
    expect(refused).toThrow(/storage cluster/);
  }
  expect((await send('POST', '/_emulator/reset')).status).toBe(501);
  emulator.seedFrom({ secrets: [{ name: 'a', value: 'b' }] });
  emulator.faults.add({ operation: 'createBucket', status: 503, times: 1 });
  expect((await send('POST', '/s3/buckets', { project_id: project, max_size: 1 })).status).toBe(503);
});

test('a data folder belongs to where its objects are', async () => {
  const { emulator, options } = await startOverCluster();
  await emulator.stop();
  const dataDir = temporaryFolder();
  const own = await startEmulator({ dataDir });
  await clientOf(own, own.token)('POST', '/s3/buckets', { project_id: own.projectId, max_size: 1 });
  await own.stop();

  await expect(startEmulator({ dataDir: options.dataDir })).rejects.toThrow('lie in a Garage cluster');
  await expect(startEmulator({ ...options, dataDir })).rejects.toThrow('of its own');
  expect((await startEmulator(options)).inspect.buckets()).toEqual([]);
});

test('flags and environment say which cluster, and all that is wrong with them', () => {
  const file = join(temporaryFolder(), 'token');
  writeFileSync(file, 'secret-token\n');
  const flags = ['--s3-backend', 'garage', '--garage-admin-url', 'http://a:1', '--garage-admin-url', 'http://b:1'];
  const whole = [...flags, '--s3-public-url', PUBLIC_URL, '--data', 'folder'];
  const adminUrls = ['http://a:1', 'http://b:1'];

  const byFile = parseCommand([...whole, '--garage-admin-token-file', file, '--garage-exclusive'], {});
  const byEnvironment = parseCommand([], {
    COFFER_EMULATOR_S3_BACKEND: 'garage',
    COFFER_EMULATOR_GARAGE_ADMIN_URL: 'http://a:1,http://b:1',
    COFFER_EMULATOR_GARAGE_ADMIN_TOKEN: 'secret-token',
    COFFER_EMULATOR_S3_PUBLIC_URL: PUBLIC_URL,
    COFFER_EMULATOR_DATA: 'folder',
  });

  const garage = { adminUrls, adminToken: 'secret-token' };
  expect(byFile).toMatchObject({ options: { garage: { ...garage, isExclusive: true } } });
  expect(byEnvironment).toMatchObject({ options: { garage: { ...garage, isExclusive: false } } });
  expect(problemsOf([...flags, '--garage-admin-token-file', '/nowhere', '--s3-port', '1'])).toMatchObject([
    expect.stringContaining('--s3-port'),
    expect.stringContaining('/nowhere'),
    expect.stringContaining('--s3-public-url'),
    expect.stringContaining('--data'),
  ]);
  // Of a URL with a password nothing is told that may be one, and a file that is missing hides no other problem.
  const urls = ['http://token:canary@a:1', 'http://a:1/?token=canary', 'token:canary@a'];
  const told = problemsOf([
    ...flags.slice(0, 2),
    ...urls.flatMap((url) => ['--garage-admin-url', url]),
    ...['--garage-admin-token-file', '/nowhere', '--s3-public-url', urls[0] ?? '', '--data', 'folder'],
  ]).join();
  const listed = { COFFER_EMULATOR_GARAGE_ADMIN_URL: 'http://token:canary,rest@10.0.0.1:3903' };
  const toldOfList = parseCommand(flags.slice(0, 2), listed);
  expect(JSON.stringify(toldOfList)).toContain('not \\"http://(hidden)@10.0.0.1:3903\\"');
  expect(told).toContain('--garage-admin-url 1 of 2 is');
  expect(told + JSON.stringify(toldOfList)).not.toContain('canary');
  for (const text of ['', ' \n']) {
    writeFileSync(file, text);
    expect(problemsOf([...whole, '--garage-admin-token-file', file])).toEqual([expect.stringContaining('admin token')]);
  }
  expect(problemsOf(['--garage-exclusive'])).toEqual([expect.stringContaining('--s3-backend garage')]);
  expect(problemsOf(['--s3-backend', 'minio'])).toEqual([expect.stringContaining('minio')]);
});

test('who keeps objects in this process loads nothing of a cluster', () => {
  const root = resolve(import.meta.dirname, '../../..');
  const reached = new Set<string>();
  const follow = (file: string): void => {
    if (reached.has(file) || file.endsWith('.json')) return;
    reached.add(file);
    const text = readFileSync(file, 'utf8');
    // Types leave no trace at run time.
    for (const [, to = ''] of text.matchAll(/^(?:import|export)(?! type )[^;]*? from '(\.[^']+)';$/gm)) {
      const path = resolve(dirname(file), to);
      follow(
        [path, `${path}.ts`, join(path, 'index.ts')].find((each) => /\.\w+$/.test(each) && existsSync(each)) ?? path,
      );
    }
  };

  follow(join(root, 'emulator/main.ts'));

  const names = [...reached].map((file) => file.slice(root.length + 1));
  expect(names).toContain('emulator/domain/embedded-plane.ts');
  expect(names.filter((name) => /emulator\/(garage\/|garage-plane|sqlite\/intents\.ts)/.test(name))).toEqual([]);
});

function problemsOf(argv: readonly string[]): readonly string[] {
  const command = parseCommand(argv, {});
  return command.kind === 'wrong' ? command.problems : [];
}
