import { expect, test } from 'vitest';
import type { Emulator } from '../../../../emulator';
import { base64, startEmulator } from '../support';
import { sendByName, Visitor, visit, visitorFromElsewhere } from './visitor';

const NOON = Date.UTC(2030, 0, 31, 12);

test('the clock can be set, advanced, frozen and released, and the page shows its state', async () => {
  const { emulator, visitor } = await visit();

  const set = await visitor.submit('/control/clock/set', { now: '2030-01-31T12:00:00Z' });
  await visitor.submit('/control/clock/freeze', {});
  await visitor.submit('/control/clock/set', { now: `${NOON}` });
  const frozen = await visitor.get('/control');
  await visitor.submit('/control/clock/advance', { ms: '1.5', unit: 'hours' });
  const later = emulator.clock.now();
  await visitor.submit('/control/clock/advance', { ms: '-2', unit: 'days' });
  const earlier = emulator.clock.now();
  const before = Date.now();
  const real = await visitor.submit('/control/clock/real', {});

  expect(set.text).toContain('The clock is running: 2030-01-31T12:00:0');
  expect(frozen.text).toContain('<dd>2030-01-31T12:00:00.000Z ');
  expect(frozen.text).toContain(`${NOON} ms`);
  expect(frozen.text).toContain('<dd>frozen</dd>');
  expect(frozen.text).not.toContain('/control/clock/freeze');
  expect(later).toBe(NOON + 5_400_000);
  expect(earlier).toBe(later - 2 * 86_400_000);
  expect(emulator.clock.now()).toBeGreaterThanOrEqual(before);
  expect(emulator.clock.isFrozen).toBe(false);
  expect(real.text).toContain('<dd>running</dd>');
});

test.each([
  ['2030-01-31', Date.UTC(2030, 0, 31)],
  ['2030-01-31T12:00', NOON],
  ['2030-01-31T13:00+01:00', NOON],
  [` ${NOON} `, NOON],
])('the time %j is %i, wherever the emulator runs', async (now, expected) => {
  const { emulator, visitor } = await visit();
  emulator.clock.freeze();

  await visitor.submit('/control/clock/set', { now });

  expect(emulator.clock.now()).toBe(expected);
});

test.each([
  ['/control/clock/set', { now: 'tomorrow' }, 'now'],
  ['/control/clock/set', { now: '9'.repeat(20) }, 'now'],
  ['/control/clock/advance', { ms: '2', unit: 'none' }, 'ms'],
  ['/control/clock/advance', { ms: '-99999', unit: 'days' }, 'ms'],
])('%s refuses %j at its field, and leaves the clock', async (path, fields, name) => {
  const { emulator, visitor } = await visit();
  emulator.clock.set(NOON);
  emulator.clock.freeze();

  const { status, text } = await visitor.post(path, fields as Record<string, string>);

  expect(status).toBe(422);
  expect(text).toContain(`id="${name}-problem">`);
  expect(text).toContain(`value="${Object.values(fields)[0]}"`);
  expect(emulator.clock.now()).toBeGreaterThanOrEqual(NOON);
});

test('a reset needs a confirmation, and then restores the state of the start', async () => {
  const { emulator, send, visitor, project } = await visit();
  await send('POST', '/secrets', { project_id: project, name: 'a', value: base64('x') });
  emulator.faults.add({ operation: '*', status: 500 });
  emulator.settings.change({ dialect: 'minimal' });
  emulator.clock.set(NOON);

  const question = await visitor.get('/control/reset');
  expect(emulator.inspect.secrets()).toHaveLength(1);
  const response = await visitor.post('/control/reset', {});

  expect(question.text).toContain('Reset the emulator?');
  expect([response.status, response.headers.get('location')]).toEqual([303, '/dashboard/control']);
  expect(emulator.inspect.secrets()).toEqual([]);
  expect(emulator.faults.list()).toEqual([]);
  expect(emulator.settings.read().knobs.createStatus).toBe(201);
  expect(Math.abs(emulator.clock.now() - NOON)).toBeGreaterThan(1_000);
});

/** A form with a snapshot, as a browser sends it. */
async function restore(
  visitor: Visitor,
  bytes: Uint8Array | undefined,
  fields: Record<string, string> = {},
  headers: Record<string, string> = {},
) {
  const form = new FormData();
  const all = { csrf: await visitor.csrf(), replace: 'yes', ...fields };
  for (const [name, value] of Object.entries(all)) form.append(name, value);
  form.append('file', new Blob(bytes ? [bytes] : []), bytes ? 'coffer.snapshot' : '');
  const response = await visitor.send('/control/snapshot', form, headers);
  return { status: response.status, text: await response.text() };
}

test('a snapshot is saved as a file, and restored from it', async () => {
  const { emulator, send, visitor, project } = await visit();
  await send('POST', '/secrets', { project_id: project, name: 'kept', value: base64('canary-value') });
  await send('POST', '/s3/buckets', { project_id: project, max_size: 1_000 });

  const response = await visitor.send('/control/snapshot');
  const bytes = new Uint8Array(await response.arrayBuffer());
  await send('POST', '/secrets', { project_id: project, name: 'late', value: base64('x') });
  const restored = await restore(visitor, bytes);

  expect(response.headers.get('content-disposition')).toContain('filename="coffer.snapshot"');
  expect(Number(response.headers.get('content-length'))).toBe(bytes.length);
  expect(Buffer.from(bytes).includes('canary-value')).toBe(false);
  expect(Buffer.from(bytes).includes(base64('canary-value'))).toBe(false);
  expect(restored.status).toBe(303);
  expect(emulator.inspect.secrets().map(({ name }) => name)).toEqual(['kept']);
  expect(emulator.inspect.buckets()).toHaveLength(1);
});

test('a snapshot that cannot be restored changes nothing, and the page says why', async () => {
  const { emulator, send, visitor, project } = await visit();
  const snapshot = emulator.snapshot();
  await send('POST', '/secrets', { project_id: project, name: 'stays', value: base64('x') });
  const changed = Uint8Array.from(snapshot);
  changed[changed.length - 5] = (changed[changed.length - 5] ?? 0) ^ 1;

  const nothing = await restore(visitor, undefined, { replace: '' });
  const unconfirmed = await restore(visitor, snapshot, { replace: '' });
  const foreign = await restore(visitor, Buffer.from('{"no": "snapshot"}'));
  const broken = await restore(visitor, changed);

  expect([nothing, unconfirmed, foreign, broken].map(({ status }) => status)).toEqual([422, 422, 422, 422]);
  expect(nothing.text).toContain('id="replace-problem">');
  expect(nothing.text).toContain('id="snapshot-problem">');
  expect(unconfirmed.text).not.toContain('id="snapshot-problem"');
  for (const { text } of [foreign, broken]) expect(text).toContain('id="snapshot-problem">');
  expect(emulator.inspect.secrets().map(({ name }) => name)).toEqual(['stays']);
});

/** Every form that controls the emulator, with fields that it would take. */
const FORMS: readonly (readonly [path: string, fields: Record<string, string>])[] = [
  ['/control/clock/set', { now: `${NOON}` }],
  ['/control/clock/advance', { ms: '9', unit: 'days' }],
  ['/control/clock/freeze', {}],
  ['/control/clock/real', {}],
  ['/control/reset', {}],
  ['/settings/dialect', { dialect: 'minimal' }],
  ['/settings/knobs', { 'knobs.pageSize': '1' }],
  ['/settings/lag', { settle: '1ms' }],
  ['/faults', { operation: '*', status: '500' }],
  ['/faults/fault-1/release', {}],
  ['/faults/fault-1/remove', {}],
  ['/faults/clear', {}],
];

/** What control changes, as text: equal if nothing was changed. */
const stateOf = (emulator: Emulator) =>
  JSON.stringify([
    emulator.clock.isFrozen && emulator.clock.now(),
    emulator.settings.read(),
    emulator.faults.list().map(({ id, spec }) => [id, spec]),
    emulator.inspect.secrets().map(({ name }) => name),
  ]);

/** An emulator in a state that every form would change, and somebody signed in there. */
async function signedInAt(emulator: Emulator, visitor: Visitor) {
  emulator.seedFrom({ secrets: [{ id: 'secret-1', name: 'kept', value: 'x' }] });
  emulator.clock.freeze();
  emulator.clock.set(NOON - 1);
  emulator.faults.add({ operation: 'listBuckets', pause: true });
  return { emulator, visitor: await visitor.signIn(), before: stateOf(emulator) };
}

test.each([
  ['from another port of this host, even with the proof of the session', { 'sec-fetch-site': 'same-site' }, undefined],
  ['without the proof of the session', {}, 'x'],
])('no form of control is accepted %s', async (_says, headers, wrong) => {
  const started = await startEmulator();
  const { emulator, visitor, before } = await signedInAt(started, new Visitor(started));
  const csrf = wrong ?? (await visitor.csrf());

  const responses = await Promise.all(FORMS.map(([path, fields]) => visitor.post(path, { ...fields, csrf }, headers)));
  const restored = await restore(visitor, emulator.snapshot(), { csrf }, headers);

  expect([...responses, restored].map(({ status }) => status)).toEqual([...FORMS, 0].map(() => 403));
  expect(stateOf(emulator)).toBe(before);
});

test('a request by a host name that resolves to this machine controls nothing, even with a session', async () => {
  const started = await startEmulator();
  const { emulator, visitor, before } = await signedInAt(started, new Visitor(started));
  const { cookie } = visitor;
  const csrf = await visitor.csrf();

  for (const [path, fields] of FORMS) {
    const body = new URLSearchParams({ ...fields, csrf }).toString();
    expect([path, await sendByName(emulator, path, { cookie }, body)]).toEqual([path, 403]);
  }
  expect(await sendByName(emulator, '/control/snapshot', { cookie })).toBe(403);
  expect(await sendByName(emulator, '/control', { cookie })).toBe(200);
  expect(stateOf(emulator)).toBe(before);
});

test('from another machine nothing can be changed or saved as a file without the admin token', async () => {
  const started = await startEmulator({ host: '0.0.0.0', tokens: ['token-of-tests'], adminToken: 'canary-admin' });
  const { emulator, visitor, before } = await signedInAt(started, visitorFromElsewhere(started));

  for (const [path, fields] of FORMS) expect((await visitor.post(path, fields)).status).toBe(403);
  const saved = await visitor.get('/control/snapshot');
  const restored = await restore(visitor, emulator.snapshot());

  expect([saved.status, restored.status, (await visitor.get('/control/reset')).status]).toEqual([403, 403, 403]);
  expect(stateOf(emulator)).toBe(before);

  const response = await visitor.post('/sign-in', { token: 'canary-admin', to: '/control' });
  visitor.cookie = (response.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  expect(response.headers.get('location')).toBe('/dashboard/control');
  expect((await visitor.post('/control/clock/set', { now: `${NOON}` })).status).toBe(303);
  expect(emulator.clock.now()).toBe(NOON);
  expect(JSON.stringify([visitor.cookie, visitor.sources, emulator.journal.requests()])).not.toContain('canary');
});
