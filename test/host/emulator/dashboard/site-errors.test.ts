import { fastify } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { html } from '../../../../emulator/dashboard/html';
import type { DashboardContext } from '../../../../emulator/dashboard/ports';
import { page, redirect } from '../../../../emulator/dashboard/reply';
import { Sessions } from '../../../../emulator/dashboard/sessions';
import { toAim } from '../../../../emulator/dashboard/sign-in';
import { PageError, Site, sessionId } from '../../../../emulator/dashboard/site';
import { Epochs } from '../../../../emulator/domain/epoch';
import { DomainError } from '../../../../emulator/domain/errors';
import { Journal } from '../../../../emulator/journal/journal';
import { textOf } from './seen';

/** A site without its emulator, for pages of a test, and requests of somebody who is signed in there. */
async function openSite(add: (site: Site) => void, methodsOf: DashboardContext['methodsOf'] = () => []) {
  const app = fastify({ routerOptions: { ignoreTrailingSlash: true } });
  onTestFinished(() => app.close());
  const log: string[] = [];
  const epochs = new Epochs();
  const sessions = new Sessions(epochs);
  const admin = { isFromThisMachine: () => true };
  const context = { epochs, admin, journal: new Journal(), methodsOf, log: (line: string) => log.push(line) };
  const cookie = `coffer-dashboard-0=${sessions.open(() => ({ projectIds: ['one'] }))}`;
  await app.register(async (scope) => add(new Site(scope, sessions, context as unknown as DashboardContext)), {
    prefix: '/dashboard',
  });
  return { log, get: (path: string) => app.inject({ url: `/dashboard${path}`, headers: { cookie } }) };
}

const withStatus = (statusCode: number) => Object.assign(new Error('canary'), { statusCode });

test.each<[thrown: unknown, status: number, title: string, says: string, isLogged: boolean]>([
  [new PageError(409, 'It has changed.', html`<p>More.</p>`), 409, 'Not possible', 'It has changed. More.', false],
  [new DomainError('not_found', 'There is no y.', 'id'), 404, 'Not found', 'There is no y.', false],
  [new DomainError('quota_exceeded', 'It is full.'), 403, 'Not possible', 'It is full.', false],
  [new DomainError('damaged', 'It is damaged.'), 500, 'Something went wrong', 'It is damaged.', true],
  [withStatus(413), 413, 'Not possible', 'What was entered is too large.', false],
  [withStatus(400), 400, 'Not possible', 'The request is malformed.', false],
  [withStatus(500), 500, 'Something went wrong', 'The emulator failed; its log says why.', true],
  [new Error('canary'), 500, 'Something went wrong', 'The emulator failed; its log says why.', true],
])('%o is told to the visitor with %i: %s', async (thrown, status, title, says, isLogged) => {
  const { log, get } = await openSite((site) =>
    site.page('/fails', () => {
      throw thrown;
    }),
  );

  const { statusCode, body } = await get('/fails');

  expect(statusCode).toBe(status);
  expect(textOf(body)).toBe(`${title} ${says} Back to the dashboard`);
  expect(log).toEqual(isLogged ? [`dashboard: ${(thrown as Error).stack}`] : []);
});

test('a page of a method that it has not names those that it has', async () => {
  const { get } = await openSite(
    () => undefined,
    (path) => (path === '/dashboard/there' ? ['POST'] : []),
  );

  const [there, nowhere] = [await get('/there?q=1'), await get('/nowhere')];

  expect([there.statusCode, there.headers.allow]).toEqual([405, 'POST']);
  expect(textOf(there.body)).toBe('Not possible This page has no method GET, but POST. Back to the dashboard');
  expect([nowhere.statusCode, nowhere.headers.allow]).toEqual([404, undefined]);
});

test('a page gets its id and its query, and a sentence for the next page is shown once', async () => {
  const { get } = await openSite((site) => {
    site.page('/of/:id', ({ id, query }) => page('Seen', html`<p>${id} ${JSON.stringify(query)}</p>`));
    site.page('/go', () => redirect('/of/x', 'It was done.'));
  });

  const [of, go] = [await get('/of/a%2Fb?q=1&r='), await get('/go')];
  const [told, again] = [await get('/of/x'), await get('/of/x')];

  expect(textOf(of.body)).toBe('Seen a/b {"q":"1","r":""}');
  expect([go.statusCode, go.headers.location, go.body]).toEqual([303, '/dashboard/of/x', '']);
  expect([told, again].map(({ body }) => textOf(body))).toEqual(['Seen It was done. x {}', 'Seen x {}']);
});

test.each([
  [undefined, undefined],
  ['', undefined],
  ['coffer-dashboard-80=a', 'a'],
  ['x=1; coffer-dashboard-80=a=b;y=2', 'a=b'],
  ['coffer-dashboard-8=a; coffer-dashboard-801=b', undefined],
])('of the cookies %j the session is %j', (cookie, id) => {
  expect(sessionId({ headers: { cookie }, socket: { localPort: 80 } } as never)).toBe(id);
});

test.each([
  ['/secrets?q=1', '/secrets?q=1'],
  ['/a/../secrets', '/secrets'],
  ['/sign-inn', '/sign-inn'],
  [undefined, undefined],
  ['', undefined],
  ['secrets', undefined],
  ['/', undefined],
  ['/../x', undefined],
  ['//evil.test', undefined],
  ['/\\evil.test', undefined],
  ['/sign-in', undefined],
  ['/sign-out?x', undefined],
  ['/enter/x', undefined],
])('the sign-in may lead to %j: %j', (text, aim) => {
  expect(toAim(text)).toBe(aim);
});
