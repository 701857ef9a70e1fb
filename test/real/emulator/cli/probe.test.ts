import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { closedPort } from '../../../../scripts/support/closed-port';
import { clientOf, startEmulator, temporaryFolder } from '../../../host/emulator/support';
import { runToEnd, startProcess } from '../../../support/emulator-process';

const TIMEOUT = { timeout: 300_000 };

const envOf = (emulator: { baseUrl: string; token: string; projectId: string }) => ({
  COFFER_BASE_URL: emulator.baseUrl,
  COFFER_TOKEN: emulator.token,
  COFFER_PROJECT_ID: emulator.projectId,
});

test('E2: prints its findings, and writes a profile that --dialect-file accepts', TIMEOUT, async () => {
  const emulator = await startEmulator({ dialect: 'enveloped' });
  const profile = join(temporaryFolder(), 'profile.json');

  const probed = await runToEnd(['probe', '--write', profile], envOf(emulator));
  const { ready } = await startProcess([], { COFFER_EMULATOR_DIALECT_FILE: profile });

  expect(probed).toMatchObject({ code: 0, stderr: '' });
  expect(probed.stdout).toMatch(/errorBody +problem/);
  expect(probed.stdout).toContain('Nearest dialect: enveloped.');
  expect(probed.stdout).not.toContain(emulator.token);
  expect(readFileSync(profile, 'utf8')).not.toContain(emulator.token);
  const response = await clientOf(ready, ready.token)('GET', '/secrets');
  expect(response.json).toEqual({ data: [], next_cursor: null });
});

test('E2: exits 3 when objects may be left, and names them', TIMEOUT, async () => {
  const emulator = await startEmulator();

  const { code, stdout } = await runToEnd(['probe', '--pull-secrets', '--objects', '0'], envOf(emulator));

  const [left] = emulator.inspect.pullSecrets();
  expect(code).toBe(3);
  expect(stdout).toContain(`pull secret ${left?.server}, id ${left?.id}`);
});

test(
  'exits 1 where nothing responds or the token is refused, without a stack and without the token',
  TIMEOUT,
  async () => {
    const emulator = await startEmulator();
    const refused = await runToEnd(['probe'], { ...envOf(emulator), COFFER_TOKEN: 'CANARY' });
    const nobody = { ...emulator, baseUrl: `http://127.0.0.1:${await closedPort()}` };
    const unreachable = await runToEnd(['probe'], { ...envOf(nobody), COFFER_TOKEN: 'CANARY' });

    expect(refused).toEqual({ code: 1, stdout: '', stderr: 'GET /secrets returned 401.\n' });
    expect(unreachable).toEqual({ code: 1, stdout: '', stderr: 'GET /secrets had no response: ECONNREFUSED.\n' });
  },
);
