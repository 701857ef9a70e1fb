import { expect, test } from 'vitest';
import { html } from '../../../../emulator/dashboard/html';
import { page, redirect } from '../../../../emulator/dashboard/reply';
import { toAim } from '../../../../emulator/dashboard/sign-in';
import { PageError, sessionId, toSignIn } from '../../../../emulator/dashboard/site';
import { DomainError } from '../../../../emulator/domain/errors';
import { textOf } from './seen';
import { openSite } from './site-support';

const CALLER = { projectIds: ['one'] };
const withStatus = (statusCode: number) => Object.assign(new Error('canary'), { statusCode });

test.each<[thrown: unknown, status: number, title: string, says: string, isLogged: boolean]>([
  [new PageError(404, 'There is no x.'), 404, 'Not found', 'There is no x.', false],
  [new PageError(409, 'It has changed.', html`<p>More.</p>`), 409, 'Not possible', 'It has changed. More.', false],
  [new DomainError('not_found', 'There is no y.', 'id'), 404, 'Not found', 'There is no y.', false],
  [new DomainError('quota_exceeded', 'It is full.'), 403, 'Not possible', 'It is full.', false],
  [new DomainError('damaged', 'It is damaged.'), 500, 'Something went wrong', 'It is damaged.', true],
  [withStatus(413), 413, 'Not possible', 'What was entered is too large.', false],
  [withStatus(400), 400, 'Not possible', 'The request is malformed.', false],
  [withStatus(499), 499, 'Not possible', 'The request is malformed.', false],
  [withStatus(399), 500, 'Something went wrong', 'The emulator failed; its log says why.', true],
  [withStatus(500), 500, 'Something went wrong', 'The emulator failed; its log says why.', true],
  [new Error('canary'), 500, 'Something went wrong', 'The emulator failed; its log says why.', true],
])('%o is told to the visitor with %i: %s', async (thrown, status, title, says, isLogged) => {
  const { log, ready } = openSite(CALLER);
  const get = await ready((site) =>
    site.page('/fails', () => {
      throw thrown;
    }),
  );

  const { statusCode, body } = await get('/fails');

  expect(statusCode).toBe(status);
  expect(textOf(body)).toBe(`${title} ${says} Back to the dashboard`);
  expect(log).toEqual(isLogged ? [`dashboard: ${(thrown as Error).stack}`] : []);
});

test('a text that is thrown is logged as it is', async () => {
  const { log, ready } = openSite(CALLER);
  const get = await ready((site) => site.page('/fails', () => Promise.reject({ toString: () => 'thrown' })));

  expect((await get('/fails')).statusCode).toBe(500);
  expect(log).toEqual(['dashboard: thrown']);
});

test('a page of a method that it has not names those that it has', async () => {
  const { ready } = openSite(CALLER, { methodsOf: (path) => (path === '/dashboard/there' ? ['POST'] : []) });
  const get = await ready(() => undefined);

  const [there, nowhere] = [await get('/there?q=1'), await get('/nowhere')];

  expect([there.statusCode, there.headers.allow]).toEqual([405, 'POST']);
  expect(textOf(there.body)).toBe('Not possible This page has no method GET, but POST. Back to the dashboard');
  expect([nowhere.statusCode, nowhere.headers.allow]).toEqual([404, undefined]);
});

test('a page gets its id, its query and its session, and a sentence for the next page is shown once', async () => {
  const { ready } = openSite(CALLER);
  const get = await ready((site) => {
    site.page('/of/:id', ({ id, query, hasControl, session }) =>
      page('Seen', html`<p>${[id, JSON.stringify(query), `${hasControl} ${session.caller.projectIds}`].join(' ')}</p>`),
    );
    site.page('/none', ({ id }) => page('Seen', html`<p>"${id}"</p>`, 201));
    site.page('/go', () => redirect('/of/x', 'It was done.'));
    site.page('/on', () => redirect('/of/x'));
  });

  const [of, none] = [await get('/of/a%2Fb?q=1&r='), await get('/none')];
  const [go, on] = [await get('/go'), await get('/on')];
  const [told, again] = [await get('/of/x'), await get('/of/x')];

  expect(textOf(of.body)).toBe('Seen a/b {"q":"1","r":""} true one');
  expect([textOf(none.body), none.statusCode]).toEqual(['Seen ""', 201]);
  expect([go.statusCode, go.headers.location, go.body]).toEqual([303, '/dashboard/of/x', '']);
  expect(on.headers.location).toBe('/dashboard/of/x');
  expect(textOf(told.body)).toBe('Seen It was done. x {} true one');
  expect(textOf(again.body)).toBe('Seen x {} true one');
});

test.each([
  ['/seen', '/dashboard/sign-in?to=%2Fseen'],
  ['/seen?q=1', '/dashboard/sign-in?to=%2Fseen%3Fq%3D1'],
  ['/', '/dashboard/sign-in'],
])('without a session %s leads to %s', async (path, location) => {
  const { ready } = openSite(CALLER);
  const get = await ready((site) => {
    for (const each of ['/seen', '/']) site.page(each, () => page('Seen', html``));
  });

  const { statusCode, headers } = await get(path, {});

  expect([statusCode, headers.location]).toEqual([303, location]);
});

test.each([
  [undefined, undefined],
  ['', undefined],
  ['coffer-dashboard-80=', undefined],
  ['coffer-dashboard-80=a', 'a'],
  ['x=1; coffer-dashboard-80=a=b;y=2', 'a=b'],
  ['x=1;coffer-dashboard-80=a', 'a'],
  ['coffer-dashboard-8=a; coffer-dashboard-801=b', undefined],
])('of the cookies %j the session is %j', (cookie, id) => {
  expect(sessionId({ headers: { cookie }, socket: { localPort: 80 } } as never)).toBe(id);
});

test('the sign-in leads on to a page, if there is one', () => {
  expect(toSignIn(undefined)).toBe('/dashboard/sign-in');
  expect(toSignIn('/a?b=c')).toBe('/dashboard/sign-in?to=%2Fa%3Fb%3Dc');
});

test.each([
  ['/secrets', '/secrets'],
  ['/secrets?q=1', '/secrets?q=1'],
  ['/a/../secrets', '/secrets'],
  ['/sign-inn', '/sign-inn'],
  ['/enters/x', '/enters/x'],
  [undefined, undefined],
  [5, undefined],
  ['', undefined],
  ['secrets', undefined],
  ['x/secrets', undefined],
  ['/', undefined],
  ['/../x', undefined],
  ['/../../x', undefined],
  ['//evil.test', undefined],
  ['/\\evil.test', undefined],
  ['/sign-in', undefined],
  ['/sign-out?x', undefined],
  ['/enter/x', undefined],
])('the sign-in may lead to %j: %j', (text, aim) => {
  expect(toAim(text)).toBe(aim);
});
