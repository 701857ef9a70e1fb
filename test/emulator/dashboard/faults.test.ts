import { expect, test } from 'vitest';
import { startEmulator } from '../support';
import { Visitor, visit, visitorFromElsewhere } from './visitor';

test('adds a fault that applies, shows it, and removes it', async () => {
  const { emulator, send, visitor } = await visit();

  const added = await visitor.submit('/faults', { operation: 'listSecrets', status: '503', times: '2', delay: '1' });
  const faulty = await send('GET', '/secrets');
  const list = await visitor.get('/faults');
  const path = /action="\/dashboard(\/faults\/[\w-]+\/remove)"/.exec(list.text)?.[1] ?? '';
  const removed = await visitor.submit(path, {});

  expect(added.text).toContain('A fault on listSecrets is in force.');
  expect(faulty.status).toBe(503);
  expect(list.text).toMatch(
    />waits 1 ms, returns 503<.*>2 at most<.*href="\/dashboard\/journal\?fault=fault-1">1 so far/,
  );
  expect(removed.text).toContain('The fault was removed.');
  expect(emulator.faults.active()).toEqual([]);
  expect((await send('GET', '/secrets')).status).toBe(200);
});

test('shows what a test added in process', async () => {
  const { emulator, visitor } = await visit();
  emulator.faults.add({ operation: '*', cut: 'after-commit', probability: 0.5 });
  emulator.faults.add({ operation: 'listSecrets', truncate: true });

  const { text } = await visitor.get('/faults');

  expect(text).toContain('is cut after it took effect, with a chance of 0.5');
  expect(text).toContain('gets part of the response');
});

test('a fault that was removed meanwhile is told so', async () => {
  const { visitor } = await visit();

  expect((await visitor.submit('/faults/7/remove', {})).text).toContain('That fault was gone already.');
});

test.each([
  [{ operation: 'listSecrets' }, ['Say what goes wrong']],
  [
    { operation: 'nothing', status: '99', times: '0', delay: 'x' },
    ['one of the list', 'from 200', 'from 1 to 1000000'],
  ],
  [{ operation: '*', status: '500', cut: 'before-commit' }, ['has no status']],
])('refuses %j and says all that is wrong', async (fields: Record<string, string>, sentences) => {
  const { emulator, visitor } = await visit();

  const response = await visitor.post('/faults', fields);

  expect(response.status).toBe(422);
  for (const says of sentences) expect(response.text).toContain(says);
  expect(emulator.faults.active()).toEqual([]);
});

test('no fault applies to the dashboard itself', async () => {
  const { emulator, visitor } = await visit();
  emulator.faults.add({ operation: '*', status: 500 });

  expect((await visitor.get('/secrets')).status).toBe(200);
});

const OPEN_TO_OTHERS = { host: '0.0.0.0', tokens: ['token-of-tests'] };

test('from another machine faults are seen, and the page says how to sign in for more', async () => {
  const emulator = await startEmulator({ ...OPEN_TO_OTHERS, adminToken: 'canary-admin' });
  const { id } = emulator.faults.add({ operation: '*', status: 500 });
  const visitor = await visitorFromElsewhere(emulator).signIn();

  const { text } = await visitor.get('/faults');
  const added = await visitor.post('/faults', { operation: '*', status: '503' });
  const removed = await visitor.post(`/faults/${id}/remove`, {});

  expect(text).toContain('returns 500');
  expect(text).toContain('sign in with the admin token');
  expect(text).toContain('<code>COFFER_EMULATOR_ADMIN_TOKEN</code>');
  expect(text).not.toContain('/remove');
  expect([added.status, removed.status]).toEqual([403, 403]);
  expect(removed.text).toContain('sign in with the admin token');
  expect(emulator.faults.active()).toHaveLength(1);
});

test('without an admin token the page says that the emulator needs one', async () => {
  const visitor = await visitorFromElsewhere(await startEmulator(OPEN_TO_OTHERS)).signIn();

  const { text } = await visitor.get('/faults');

  expect(text).toContain('start the emulator with an admin token (--admin-token)');
  expect(text).not.toContain('name="token"');
});

test('whoever signed in with the admin token adds and removes faults from another machine', async () => {
  const emulator = await startEmulator({ ...OPEN_TO_OTHERS, adminToken: 'canary-admin' });
  const visitor = await visitorFromElsewhere(emulator).signIn();
  const before = visitor.cookie;

  const response = await visitor.post('/sign-in', { token: 'canary-admin', to: '/faults' });
  visitor.cookie = (response.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const added = await visitor.submit('/faults', { operation: 'listSecrets', status: '503' });
  const forged = await visitor.post('/faults', { operation: '*', status: '500', csrf: '' });
  const foreign = await visitor.post('/faults', { operation: '*', status: '500' }, { origin: 'http://evil.test' });
  const [fault] = emulator.faults.active();
  const removed = await visitor.submit(`/faults/${fault?.id}/remove`, {});

  expect(response.headers.get('location')).toBe('/dashboard/faults');
  expect(added.text).toContain('A fault on listSecrets is in force.');
  expect([forged.status, foreign.status]).toEqual([403, 403]);
  expect(removed.text).toContain('The fault was removed.');
  // The previous session is over: its id gives no admin rights.
  expect(visitor.cookie).not.toBe(before);
  visitor.cookie = before;
  expect((await visitor.get('/faults')).status).toBe(303);
  expect(JSON.stringify([before, visitor.cookie, visitor.sources, emulator.journal.requests()])).not.toContain(
    'canary',
  );
});

test.each([
  ['a wrong admin token', { token: 'canary-wrong', to: '/faults' }],
  ['no token', { token: '', to: '/faults' }],
])('%s opens nothing, and is not written back', async (_says, fields) => {
  const emulator = await startEmulator({ ...OPEN_TO_OTHERS, adminToken: 'canary-admin' });
  const visitor = visitorFromElsewhere(emulator);

  const response = await visitor.post('/sign-in', fields);

  expect(response.status).toBe(401);
  expect(response.headers.get('set-cookie')).toBeNull();
  expect(response.text).not.toContain('canary');
  expect(response.text).toContain('name="to" value="/faults"');
});

test('signing in leads to no other site', async () => {
  const visitor = new Visitor(await startEmulator({ adminToken: 'admin' }));

  for (const to of ['//evil.test', 'https://evil.test', '/../evil', '/sign-out']) {
    const response = await visitor.post('/sign-in', { token: 'admin', to });
    expect(response.headers.get('location')).toBe('/dashboard/secrets');
  }
});

test('the admin sees every project, also one that is made later', async () => {
  const emulator = await startEmulator({ adminToken: 'admin', projects: ['one', 'two'] });
  const visitor = await new Visitor(emulator).signIn('admin');

  const { projectId } = emulator.newProject();
  const { text } = await visitor.get('/secrets');

  for (const project of ['one', 'two', projectId]) expect(text).toContain(`title="${project}"`);
});

test('a request that came through a proxy is from another machine', async () => {
  const emulator = await startEmulator();
  const visitor = await new Visitor(emulator, { 'x-forwarded-for': '192.0.2.7' }).signIn();

  const response = await visitor.post('/faults', { operation: '*', status: '503' });

  expect(response.status).toBe(403);
  expect(emulator.faults.active()).toEqual([]);
});
