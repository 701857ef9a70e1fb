import { expect, test } from 'vitest';
import { base64, start } from '../../support';

test('compares the stored value of a secret with a text or with bytes, in process and over HTTP', async () => {
  const { emulator, send, project } = await start();
  const text = 'Grüße\n';
  const bytes = Buffer.from([0, 255, 1]);
  const create = async (name: string, value: string) =>
    (await send('POST', '/secrets', { project_id: project, name, value })).json.id as string;
  const [textId, bytesId] = [await create('text', base64(text)), await create('bytes', bytes.toString('base64'))];
  const matches = async (id: string, value: unknown) =>
    (await send('POST', `/_emulator/secrets/${id}/matches`, { value })).json;

  expect(await matches(textId, text)).toEqual({ matches: true });
  expect(await matches(textId, { base64: base64(text) })).toEqual({ matches: true });
  // The value, not the base64 of the wire.
  expect(await matches(textId, base64(text))).toEqual({ matches: false });
  expect(await matches(textId, text.trim())).toEqual({ matches: false });
  expect(await matches(textId, '')).toEqual({ matches: false });
  expect(await matches(bytesId, { base64: bytes.toString('base64') })).toEqual({ matches: true });
  expect(emulator.inspect.secretMatches(bytesId, bytes)).toBe(true);
  expect(emulator.inspect.secretMatches(bytesId, 'x')).toBe(false);
});

test('compares what is given of a pull secret: every member must match', async () => {
  const { emulator, send, project } = await start({ dialect: 'extended' });
  const stored = { server: 'registry.example.com', username: 'robot', password: 'p4ss' };
  const { id } = (await send('POST', '/secrets/pull', { project_id: project, ...stored })).json;
  const matches = async (guess: object) => (await send('POST', `/_emulator/secrets/pull/${id}/matches`, guess)).json;

  expect(await matches(stored)).toEqual({ matches: true });
  expect(await matches({ password: 'p4ss' })).toEqual({ matches: true });
  expect(await matches({ ...stored, password: 'other' })).toEqual({ matches: false });
  expect(await matches({ ...stored, username: 'other' })).toEqual({ matches: false });
  expect(await matches({ ...stored, server: 'other' })).toEqual({ matches: false });
  expect(emulator.inspect.pullSecretMatches(id, { username: 'robot' })).toBe(true);
});

test.each([
  ['/secrets/x/matches', { value: 'CANARY' }, 404, '"x"'],
  ['/secrets/pull/x/matches', { password: 'CANARY' }, 404, '"x"'],
  ['/secrets/x/matches', { value: 5 }, 400, '"value"'],
  ['/secrets/x/matches', { value: { base64: '"CANARY"' } }, 400, '"value.base64"'],
  ['/secrets/pull/x/matches', {}, 400, 'server, username, password'],
])('%s with %o is refused, and quotes no value', async (path, guess, status, named) => {
  const { send } = await start({ dialect: 'minimal' });

  const response = await send('POST', `/_emulator${path}`, guess);

  expect([response.status, response.json.error.message]).toEqual([status, expect.stringContaining(named)]);
  expect(response.text).not.toContain('CANARY');
});

test('a comparison leaves nothing in the journal or in a dump', async () => {
  const { emulator, send, project } = await start();
  const secret = { project_id: project, name: 'a', value: base64('x') };
  const { id } = (await send('POST', '/secrets', secret)).json;
  emulator.journal.clear();

  await send('POST', `/_emulator/secrets/${id}/matches`, { value: 'CANARY-guess' });
  await send('POST', '/_emulator/secrets/unknown/matches', { value: 'CANARY-guess' });

  expect(emulator.journal.count()).toBe(0);
  expect(JSON.stringify(emulator.dump().requests)).not.toContain('CANARY');
});
