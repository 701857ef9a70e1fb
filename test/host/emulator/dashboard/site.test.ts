import { expect, test } from 'vitest';
import { startEmulator } from '../support';
import { Visitor } from './visitor';

const PAGES = [
  ...['', '/', '/secrets', '/pull-secrets', '/buckets', '/keys', '/journal', '/faults', '/faults/used-up'],
  ...['/settings', '/control', '/control/reset'],
];

test('without a session every page leads to the sign-in', async () => {
  const visitor = new Visitor(await startEmulator());

  for (const path of PAGES) {
    const { status, headers } = await visitor.get(path);
    expect([path, status]).toEqual([path, 303]);
    expect(headers.get('location')).toMatch(/^\/dashboard\/sign-in(?:\?|$)/);
  }
});

test('without a session no form does anything, and what was entered is shown, but for what may be secret', async () => {
  const emulator = await startEmulator();
  const visitor = new Visitor(emulator);
  const paths = ['/secrets', '/pull-secrets', '/buckets', '/keys', '/faults', '/secrets/x/delete', '/sign-out'];
  for (const path of [...paths, '/settings/dialect', '/control/reset', '/control/clock/freeze']) {
    const fields = { project_id: emulator.projectId, csrf: '' };

    const response = await visitor.post(path, fields);
    const typed = await visitor.post(path, { ...fields, name: 'typed', value: 'canary' });

    expect([path, response.headers.get('location')]).toEqual([path, '/dashboard/sign-in']);
    expect(typed.status).toBe(401);
    expect(typed.text).toMatch(/Nothing was done\..*typed.*What may be secret is not kept/s);
    expect(typed.text).not.toContain('canary');
  }
  expect(emulator.inspect.secrets()).toEqual([]);
});

test('a wrong token is refused, and not shown again', async () => {
  const visitor = new Visitor(await startEmulator());

  const wrong = await visitor.post('/sign-in', { token: 'coffer_wrong' });
  const empty = await visitor.post('/sign-in', { token: ' ' });

  expect([wrong.status, empty.status]).toEqual([401, 401]);
  expect(wrong.headers.get('set-cookie')).toBeNull();
  expect(wrong.text).not.toContain('coffer_wrong');
});

test('the cookie is for the dashboard only, out of reach of scripts and other sites, and holds no token', async () => {
  const emulator = await startEmulator();
  const visitor = new Visitor(emulator);

  const response = await visitor.post('/sign-in', { token: emulator.token });

  const cookie = response.headers.get('set-cookie') ?? '';
  const { port } = new URL(emulator.baseUrl);
  expect(cookie).toMatch(
    new RegExp(`^coffer-dashboard-${port}=[\\w-]{43}; Path=/dashboard; HttpOnly; SameSite=Strict$`),
  );
  expect(cookie).not.toContain(emulator.token);
});

test('signing in makes a new id, and the old one is no longer valid', async () => {
  const visitor = await new Visitor(await startEmulator()).signIn();
  const before = visitor.cookie;

  await visitor.signIn();
  const after = visitor.cookie;
  visitor.cookie = before;

  expect(after).not.toBe(before);
  expect((await visitor.get('/secrets')).status).toBe(303);
});

test('signing out ends the session, even for its old cookie', async () => {
  const visitor = await new Visitor(await startEmulator()).signIn();

  await visitor.post('/sign-out', {});

  expect((await visitor.get('/secrets')).status).toBe(303);
});

test("a form with no proof, a wrong one or another session's is refused, and does nothing", async () => {
  const emulator = await startEmulator();
  const [one, other] = [await new Visitor(emulator).signIn(), await new Visitor(emulator).signIn()];

  for (const csrf of ['', 'x'.repeat(43), await other.csrf()])
    expect((await one.post('/secrets', { name: 'a', value: 'x', csrf })).status).toBe(403);

  expect(emulator.inspect.secrets()).toEqual([]);
});

test.each([
  ['another origin', { origin: 'http://evil.test' }],
  ['an opaque origin', { origin: 'null' }],
  ['another site', { 'sec-fetch-site': 'cross-site' }],
  ['another port of this host', { 'sec-fetch-site': 'same-site' }],
])('a form from %s is refused, the sign-in too', async (_, headers) => {
  const emulator = await startEmulator();
  const visitor = await new Visitor(emulator).signIn();

  expect((await visitor.post('/sign-in', { token: emulator.token, csrf: '' }, headers)).status).toBe(403);
  expect((await visitor.post('/secrets', { name: 'a', value: 'x' }, headers)).status).toBe(403);
});

test('a request that is no form is refused', async () => {
  const visitor = await new Visitor(await startEmulator()).signIn();

  expect((await visitor.post('/secrets', {}, { 'content-type': 'application/json' })).status).toBe(415);
  expect((await visitor.post('/secrets', { value: 'x'.repeat(2 ** 20) })).status).toBe(413);
});

test('every page forbids frames, sniffing, caching, and all scripts except ours', async () => {
  const visitor = await new Visitor(await startEmulator()).signIn();

  for (const path of ['/sign-in', ...PAGES, '/nowhere']) {
    const { headers, text } = await visitor.get(path);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy.split('; ')).toEqual(expect.arrayContaining(["default-src 'none'", "frame-ancestors 'none'"]));
    expect(policy).not.toContain('unsafe');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('same-origin');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(text).not.toMatch(/<style| style=| on\w+=/i);
    // Where a token is typed there is none at all.
    const scripts = text.match(/<script[^>]*>/g) ?? [];
    const isSignIn = path === '/sign-in';
    expect(scripts).toHaveLength(isSignIn || text === '' ? 0 : 1);
    if (isSignIn) expect(policy).not.toContain('script-src');
    for (const script of scripts) expect(script).toMatch(/^<script src="\/dashboard\/script-\w+\.js" defer>$/);
  }
});
