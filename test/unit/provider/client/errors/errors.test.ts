import { expect, test } from 'vitest';
import {
  ApiError,
  CancelledError,
  InvalidVariableError,
  MalformedResponseError,
  NetworkError,
  NotSentError,
  TimeoutError,
  wordsOf,
} from '../../../../../provider/client/errors/errors';

const GET = { method: 'GET', path: '/secrets' };
const POST = { method: 'POST', path: '/secrets' };
const ROUTE = { address: 'https://api.test', setting: 'base_url' };
const PROXIED = { ...ROUTE, proxy: 'http://proxy.test:3128' };
const api = (status: number, request = GET) => new ApiError(request, { status, serverWords: '' });
const network = (cause: Error, sent = true, route = ROUTE) => new NetworkError(GET, sent, cause, route);
const coded = (code: unknown) => Object.assign(new TypeError('broken'), { code });

test('an error that is none of the client is not quoted', () => {
  expect(wordsOf(new Error('canary'))).toBe('The provider has a bug.');
});

test.each<[number, rejection: boolean, gone: boolean, acted: boolean]>([
  [301, false, false, false],
  [302, false, false, true],
  [303, false, false, true],
  [304, false, false, false],
  [399, false, false, false],
  [400, true, false, false],
  [404, true, true, false],
  [408, false, false, true],
  [410, true, true, false],
  [429, false, false, false],
  [499, true, false, false],
  [500, false, false, true],
  [501, false, false, false],
  [502, false, false, true],
  [505, false, false, false],
])('a write that returned %i: a rejection %j, gone %j, may have taken effect %j', (status, rejection, gone, acted) => {
  const error = api(status, POST);

  expect([error.isRejection, error.saysGone, error.mayHaveTakenEffect]).toEqual([rejection, gone, acted]);
  expect(error.isRedirect).toBe(status < 400);
  if (status < 400) expect(api(status).mayHaveTakenEffect).toBe(false);
});

test('a page of markup does not say that an object is gone', () => {
  expect(new ApiError(GET, { status: 404, serverWords: '', isMarkup: true }).saysGone).toBe(false);
});

test('what was sent decides whether a failure may have taken effect, and a proxy that refuses sends nothing on', () => {
  const refused = new Error('Proxy Authentication Required (407)');
  const errors = [true, false].flatMap((sent) => [
    network(coded('ECONNRESET'), sent),
    network(refused, sent, PROXIED),
    new TimeoutError(GET, sent, 10, ROUTE),
    new CancelledError(GET, sent),
    new MalformedResponseError(GET, 'no list', sent),
    new NotSentError(GET, 'no'),
    new InvalidVariableError('HTTPS_PROXY', 'It is bad.'),
  ]);

  expect(errors.map((error) => error.mayHaveTakenEffect)).toEqual([
    ...[true, false, true, true, true, false, false],
    ...[false, false, false, false, true, false, false],
  ]);
  expect(errors[1]).toMatchObject({ code: 'PROXY_407', sent: false });
  expect(errors.map((error) => error.isInDoubt)).toEqual(errors.map((error) => error.mayHaveTakenEffect));
});

test('an error is in doubt if an earlier attempt was', () => {
  expect(Object.assign(api(404), { wasInDoubt: true }).isInDoubt).toBe(true);
});
