import { expect, test } from 'vitest';
import type { Emulator } from '../../../../emulator';
import { clientOf, startEmulator } from '../support';
import { hiddenField, sendByName, Visitor, visit, visitorFromElsewhere } from './visitor';

/** Path of a link, below the dashboard. */
const below = ({ dashboardUrl }: Emulator, link: string) => link.slice(dashboardUrl.length);

const cookieOf = (headers: Headers) => headers.get('set-cookie')?.split(';')[0] ?? '';

test('the sign-in leads to the page that was asked for, also after a wrong token', async () => {
  const emulator = await startEmulator();
  const visitor = new Visitor(emulator);
  const page = '/buckets/b-1?prefix=photos%2F&after=a%26b';
  const aimOn = ({ text }: { text: string }) => hiddenField(text, 'to').replaceAll('&#38;', '&');

  const { headers } = await visitor.get(page);
  const form = await visitor.get((headers.get('location') ?? '').replace('/dashboard', ''));
  const wrong = await visitor.post('/sign-in', { token: 'wrong', to: aimOn(form) });
  const right = await visitor.post('/sign-in', { token: emulator.token, to: aimOn(wrong) });

  expect(right.headers.get('location')).toBe(`/dashboard${page}`);
});

test('a form whose session has ended leads to the sign-in, and back to its page', async () => {
  const { emulator, visitor } = await visit();
  visitor.cookie = '';

  const { headers } = await visitor.post('/secrets', {}, { referer: `${emulator.dashboardUrl}/secrets?q=x` });
  const elsewhere = await visitor.post('/secrets', {}, { referer: 'http://elsewhere.test/' });

  expect(headers.get('location')).toBe('/dashboard/sign-in?to=%2Fsecrets%3Fq%3Dx');
  expect(elsewhere.headers.get('location')).toBe('/dashboard/sign-in');
});

test.each(['//evil.test', '/sign-out', '/enter?code=x', ''])(
  'signing in for "%s" leads to the first page',
  async (to) => {
    const { emulator, visitor } = await visit();
    const signedIn = await visitor.get(`/sign-in?${new URLSearchParams({ to })}`);

    const response = await new Visitor(emulator).post('/sign-in', { token: emulator.token, to });

    expect(response.headers.get('location')).toBe('/dashboard/secrets');
    expect(signedIn.headers.get('location')).toBe('/dashboard/secrets');
  },
);

test('a signed-in visitor continues at once; after a link on another site the page is requested again, now with the cookie', async () => {
  const { emulator, visitor } = await visit();

  const signedIn = await visitor.get('/sign-in?to=%2Fkeys');
  const fromElsewhere = await new Visitor(emulator).get('/sign-in?to=%2Fkeys', { 'sec-fetch-site': 'cross-site' });
  const twice = await visitor.get('/sign-in?to=%2Fkeys&to=%2Fkeys');

  expect(signedIn.headers.get('location')).toBe('/dashboard/keys');
  expect(fromElsewhere.headers.get('refresh')).toBe('0; url=/dashboard/sign-in?to=%2Fkeys');
  expect(twice.headers.get('location')).toBe('/dashboard/secrets');
});

test('the root leads only browsers to the dashboard', async () => {
  const emulator = await startEmulator();
  const ask = (headers: Record<string, string>, method = 'GET') =>
    fetch(`${emulator.baseUrl}/?a=b`, { method, headers, redirect: 'manual' });

  const browser = await ask({ accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
  const others = [
    await ask({ accept: '*/*' }),
    await ask({ accept: 'application/json' }),
    await ask({ accept: 'text/html' }, 'POST'),
  ];

  expect([browser.status, browser.headers.get('location')]).toEqual([303, '/dashboard']);
  expect(others.map(({ status }) => status)).toEqual([404, 404, 404]);
  expect(emulator.journal.unmatched().map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /',
    'GET /',
    'POST /',
  ]);
});

test('requests that browsers send on their own are no requests to the service', async () => {
  const emulator = await startEmulator();

  const icon = await fetch(`${emulator.baseUrl}/favicon.ico`);
  await fetch(`${emulator.baseUrl}/apple-touch-icon.png`);
  await fetch(`${emulator.baseUrl}/.well-known/appspecific/com.chrome.devtools.json`);

  expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8']);
  expect(emulator.journal.requests()).toEqual([]);
});

test.each(['dashboard', '_emulator', 'favicon.ico'])(
  'a request over S3 to a path /%s is in the journal: only at the REST port it is a page',
  async (name) => {
    const emulator = await startEmulator();

    await fetch(`${emulator.s3Endpoint}/${name}/a-key`);

    expect(emulator.journal.requests().map(({ path }) => path)).toEqual([`/${name}/a-key`]);
    await emulator.journal.waitFor({ status: 403 });
  },
);

test('a link signs in the first visitor who follows it, at its page, and nobody after that', async () => {
  const emulator = await startEmulator();
  const [one, other] = [new Visitor(emulator), new Visitor(emulator)];
  const link = below(emulator, emulator.dashboardLink('/journal?status=5xx'));

  const first = await one.get(link);
  one.cookie = cookieOf(first.headers);
  const second = await other.get(link);
  const again = await one.get(link);

  expect([first.status, first.headers.get('location')]).toEqual([303, '/dashboard/journal?status=5xx']);
  expect(first.headers.get('set-cookie')).toMatch(/; Path=\/dashboard; HttpOnly; SameSite=Strict$/);
  expect((await one.get('/journal?status=5xx')).status).toBe(200);
  expect([second.status, second.headers.get('set-cookie')]).toEqual([403, null]);
  expect(second.text).toContain('name="token"');
  // Whoever is in stays in.
  expect(again.headers.get('location')).toBe('/dashboard/secrets');
});

test('a link is still valid after a reset, and its session belongs to the first token', async () => {
  const emulator = await startEmulator({ projects: ['one', 'two'], adminToken: 'canary-admin' });
  const link = below(emulator, emulator.dashboardLink());
  emulator.reset();
  const visitor = new Visitor(emulator);

  visitor.cookie = cookieOf((await visitor.get(link)).headers);
  const { text } = await visitor.get('/secrets');

  expect(text).toContain('title="two"');
  expect(text).not.toContain('Admin');
});

test.each([
  ['another machine', {}],
  ['a proxy on this machine', { forwarded: 'for=192.0.2.7' }],
  ['a page of another site', { 'sec-fetch-site': 'cross-site' }],
  ['a page on another port', { 'sec-fetch-site': 'same-site' }],
  ['a browser that fetches beforehand', { 'sec-purpose': 'prefetch;prerender' }],
])('a link from %s signs nobody in, and is not used up', async (from, headers) => {
  const emulator = await startEmulator({ host: '0.0.0.0', tokens: ['a-token'] });
  const link = below(emulator, emulator.dashboardLink());

  const visitor = from === 'another machine' ? visitorFromElsewhere(emulator) : new Visitor(emulator);
  const refused = await visitor.get(link, headers);

  expect([refused.status, refused.headers.get('set-cookie')]).toEqual([403, null]);
  expect((await new Visitor(emulator).get(link)).status).toBe(303);
});

test('a link with a host name that resolves to loopback signs nobody in, and is not used up', async () => {
  const emulator = await startEmulator();
  const link = below(emulator, emulator.dashboardLink());

  expect(await sendByName(emulator, link)).toBe(403);
  expect((await new Visitor(emulator).get(link)).status).toBe(303);
});

test.each(['', '?code=x', '?code=x&code=y'])('"%s" is no code', async (query) => {
  const emulator = await startEmulator();
  emulator.dashboardLink();

  expect((await new Visitor(emulator).get(`/enter${query}`)).status).toBe(403);
});

test('a link is made over HTTP only for callers who may control the emulator', async () => {
  const emulator = await startEmulator({ host: '0.0.0.0', tokens: ['a-token'], adminToken: 'admin' });
  const elsewhere = { 'x-forwarded-for': '192.0.2.7' };
  const send = clientOf(emulator, 'a-token');

  const made = await send('POST', '/_emulator/dashboard-links?to=%2Fjournal', undefined, { authorization: undefined });
  const wrong = await send('POST', '/_emulator/dashboard-links?to=evil');
  const refused = await send('POST', '/_emulator/dashboard-links', undefined, elsewhere);
  const crossSite = await send('POST', '/_emulator/dashboard-links', undefined, { 'sec-fetch-site': 'cross-site' });

  const { headers } = await new Visitor(emulator).get(made.json.path.replace('/dashboard', ''));
  expect(headers.get('location')).toBe('/dashboard/journal');
  expect([wrong.status, refused.status, crossSite.status]).toEqual([400, 401, 403]);
});

test('codes and cookies are in no journal, dump, snapshot, page or log', async () => {
  const lines: string[] = [];
  const emulator = await startEmulator({ log: (line) => lines.push(line) });
  const visitor = new Visitor(emulator);
  const links = [emulator.dashboardLink(), emulator.dashboardLink('/journal')];
  const codes = links.map((link) => new URL(link).searchParams.get('code') ?? '');

  const { headers } = await visitor.get(below(emulator, links[0] ?? ''));
  visitor.cookie = cookieOf(headers);
  // By mistake at the S3 port, and at a path that there is not.
  await fetch(`${emulator.s3Endpoint}/dashboard/enter?code=${codes[1]}`, { headers: { cookie: visitor.cookie } });
  await fetch(`${emulator.baseUrl}/enter?code=${codes[1]}`, { headers: { cookie: visitor.cookie } });
  for (const page of ['/secrets', '/journal', '/journal/req-1', '/journal/req-2', '/enter']) await visitor.get(page);

  const told = [
    ...[JSON.stringify(emulator.journal.requests()), JSON.stringify(emulator.dump()), ...lines, ...visitor.sources],
    ...[Buffer.from(emulator.snapshot()).toString('latin1')],
  ].join('\n');
  expect(emulator.journal.count()).toBe(2);
  for (const secret of [...codes, visitor.cookie.split('=')[1] ?? '']) {
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(told).not.toContain(secret);
  }
});
