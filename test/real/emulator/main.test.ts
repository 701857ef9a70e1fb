import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { closedPort } from '../../../scripts/support/closed-port';
import { clientOf, temporaryFolder } from '../../host/emulator/support';
import { EmulatorProcess, runToEnd, startProcess } from '../../support/emulator-process';

const TIMEOUT = { timeout: 300_000 };

test('--json prints exactly one line on stdout, and nothing else anywhere', TIMEOUT, async () => {
  const { emulator, ready } = await startProcess();

  const response = await clientOf(ready, ready.token)('GET', '/secrets');
  const { code, stdout, stderr } = await emulator.kill('SIGTERM');

  expect(Object.keys(ready)).toEqual(['baseUrl', 's3Endpoint', 'dashboardUrl', 'dashboardLink', 'token', 'projectId']);
  expect(response).toMatchObject({ status: 200, json: [] });
  expect(stdout.split('\n')).toEqual([JSON.stringify(ready), '']);
  expect(stderr).toBe('');
  expect(code).toBe(0);
});

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s ends it with exit 0, with a client still connected',
  TIMEOUT,
  async (signal) => {
    const { emulator, ready } = await startProcess();
    await clientOf(ready, ready.token)('GET', '/secrets');

    expect((await emulator.kill(signal)).code).toBe(0);
    await expect(fetch(ready.baseUrl)).rejects.toThrow('fetch failed');
  },
);

test('prints URLs and an export block that a shell takes', TIMEOUT, async () => {
  const flags = ['--port', '0', '--s3-port', '0', '--token', `a'b$c`, '--project', 'p1', '--project', 'p2'];
  const emulator = new EmulatorProcess(flags, { COFFER_EMULATOR_ADMIN_TOKEN: `admin'token` });
  await emulator.firstLine();
  await expect.poll(() => emulator.stdout).toContain('Ctrl-C');

  const { stdout } = emulator;
  const exports = stdout.split('\n').filter((line) => line.startsWith('export '));
  const names = ['COFFER_BASE_URL', 'COFFER_TOKEN', 'COFFER_PROJECT_ID', 'COFFER_EMULATOR_ADMIN_TOKEN'];
  const script = `${exports.join('\n')}\nprintf '%s\\n' ${names.map((name) => `"$${name}"`).join(' ')}`;
  const [baseUrl = '', token = '', ...rest] = execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\n');

  expect(exports).toHaveLength(6);
  expect(exports[5]).toBe('export COFFER_LIST_CONFIRMATION=0s');
  expect([token, ...rest]).toEqual([`a'b$c`, 'p1', `admin'token`, '']);
  const response = await clientOf({ baseUrl }, token)('POST', '/s3/buckets', { project_id: 'p2', max_size: 1 });
  expect(response.status).toBe(201);
  expect(stdout).toMatch(/S3 endpoint +http:\/\/127/);
  expect(stdout).toMatch(/Dashboard +http:\/\/.*\/dashboard/);
});

test('prints a link that signs in once, and AWS lines for --bucket that a program of AWS takes', TIMEOUT, async () => {
  const emulator = new EmulatorProcess(['--port', '0', '--s3-port', '0', '--bucket', 'uploads', '--bucket', 'exports']);
  await emulator.firstLine();
  await expect.poll(() => emulator.stdout).toContain('Ctrl-C');
  const { stdout } = emulator;
  const link = /http\S+\/dashboard\/enter\?code=[\w-]{43}/.exec(stdout)?.[0] ?? '';
  const exports = stdout.split('\n').filter((line) => line.startsWith('export '));
  const program = `const { S3 } = require('@aws-sdk/client-s3');
    new S3({ forcePathStyle: true }).listBuckets({}).then(({ Buckets }) => console.log(Buckets.length))`;

  const follow = () =>
    fetch(link, { redirect: 'manual' }).then(({ status, headers }) => [status, headers.get('location')]);
  const [first, second] = [await follow(), await follow()];
  const listed = execFileSync('sh', ['-c', `${exports.join('\n')}\nexec "$0" -e "$1"`, process.execPath, program], {
    encoding: 'utf8',
  });

  expect(first).toEqual([303, '/dashboard/secrets']);
  expect(second).toEqual([403, null]);
  expect(exports.slice(5).map((line) => line.split('=')[0])).toEqual(
    ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_ENDPOINT_URL_S3', 'AWS_REGION'].map((name) => `export ${name}`),
  );
  expect(listed).toBe('2\n');
  const { stderr } = await emulator.kill('SIGTERM');
  expect(stderr).toBe('');
});

test('--tls prints what makes clients trust it, and they then do', TIMEOUT, async () => {
  const tlsCa = join(temporaryFolder(), 'ca.pem');
  const emulator = new EmulatorProcess(['--port', '0', '--s3-port', '0', '--tls', '--tls-ca', tlsCa]);
  await emulator.firstLine();
  await expect.poll(() => emulator.stdout).toContain('Ctrl-C');
  const exports = emulator.stdout.slice(emulator.stdout.indexOf('export '), emulator.stdout.indexOf('Ctrl-C'));
  const program =
    'fetch(process.env.COFFER_BASE_URL).then(({ status }) => console.log(status, process.env.COFFER_CA_CERT_PEM))';

  const ask = (environment: string) =>
    execFileSync('sh', ['-c', `${environment}\n"${process.execPath}" -e '${program}' 2>&1 || true`], {
      encoding: 'utf8',
    });

  expect(ask(exports)).toBe(`404 ${readFileSync(tlsCa, 'utf8')}\n`);
  expect(ask(exports.replace(/^export NODE_EXTRA.*$/m, ''))).toContain('certificate');
  expect(exports).toContain(`export AWS_CA_BUNDLE=${tlsCa}`);
});

test('--quiet prints nothing, and the environment sets what no flag does', TIMEOUT, async () => {
  const port = await closedPort();
  const emulator = new EmulatorProcess(['--quiet', '--s3-port', '0'], {
    COFFER_EMULATOR_PORT: String(port),
    COFFER_EMULATOR_TOKEN: 'one, two',
    COFFER_EMULATOR_DIALECT: 'enveloped',
  });
  const send = clientOf({ baseUrl: `http://127.0.0.1:${port}` }, 'two');

  await expect
    .poll(() => send('GET', '/secrets').catch(() => undefined), { timeout: 20_000 })
    .toMatchObject({
      json: { data: [], next_cursor: null },
    });
  expect(await emulator.kill('SIGTERM')).toEqual({ code: 0, stdout: '', stderr: '' });
});

test('names every wrong flag at once and exits 2', TIMEOUT, async () => {
  const { code, stdout, stderr } = await runToEnd('--port x --nope --dialect q --settle z --host 0.0.0.0'.split(' '));

  expect(code).toBe(2);
  expect(stdout).toBe('');
  for (const part of ['--port', '--nope', '--dialect', '--settle', '--host', '--help']) expect(stderr).toContain(part);
});

test('beyond loopback it warns, and names addresses that others can reach', TIMEOUT, async () => {
  const addresses = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  const others = addresses
    .filter(({ internal, family }) => !internal && family === 'IPv4')
    .map(({ address }) => address);
  const { emulator, ready } = await startProcess(['--host', '0.0.0.0'], { COFFER_EMULATOR_TOKEN: 'canary' });
  const { port } = new URL(ready.baseUrl);

  const { stderr } = await emulator.kill('SIGTERM');

  expect(ready).not.toHaveProperty('dashboardLink');

  expect(stderr).toContain(
    'Warning: --host 0.0.0.0 lets others on the network reach the emulator, without encryption (--tls).',
  );
  for (const address of others) expect(stderr).toContain(`  http://${address}:${port}\n`);
  expect(stderr).not.toContain('canary');
});

test('--help and --version print their text and exit 0', TIMEOUT, async () => {
  const [help, version] = await Promise.all([runToEnd(['--help']), runToEnd(['--version'])]);

  expect(help).toMatchObject({ code: 0, stderr: '' });
  for (const flag of ['--port', '--data', '--dialect', '--quiet']) expect(help.stdout).toContain(flag);
  expect(version).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
});
