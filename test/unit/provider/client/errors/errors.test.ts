import { expect, test } from 'vitest';
import {
  ApiError,
  CancelledError,
  InvalidVariableError,
  MalformedResponseError,
  NetworkError,
  NotSentError,
  TimeoutError,
  waitTooLong,
  wordsOf,
} from '../../../../../provider/client/errors/errors';

const GET = { method: 'GET', path: '/secrets' };
const POST = { method: 'POST', path: '/secrets' };
const ROUTE = { address: 'https://api.test', setting: 'base_url' };
const PROXIED = { ...ROUTE, proxy: 'http://proxy.test:3128' };
const api = (status: number, request = GET) => new ApiError(request, { status, serverWords: '' });
const network = (cause: Error, sent = true, route = ROUTE) => new NetworkError(GET, sent, cause, route);
const coded = (code: unknown) => Object.assign(new TypeError('broken'), { code });

test('every message names the request, what happened and what to do', () => {
  const errors = [
    new ApiError(GET, { status: 409, serverWords: 'taken.', requestId: 'r-1' }, 'Do it.'),
    new ApiError(GET, { status: 409, serverWords: 'e.g. that' }, 'Do it.'),
    new ApiError(GET, { status: 409, serverWords: '' }),
    new ApiError(GET, { status: 403, serverWords: '', isS3: true }),
    network(coded('ETIMEDOUT')),
    network(coded(7)),
    network(coded('ETIMEDOUT'), true, PROXIED),
    network(coded('UND_ERR_CLOSED')),
    network(coded('UND_ERR_DESTROYED')),
    network(new Error('Proxy response (403) !== 200 when HTTP Tunneling'), true, PROXIED),
    new TimeoutError(GET, true, 10, ROUTE),
    new TimeoutError(GET, false, 10, ROUTE),
    new CancelledError(GET, true),
    new CancelledError(GET, false),
    new MalformedResponseError(GET, 'no list', true),
    new NotSentError(GET, 'there is no token.'),
  ];

  expect(errors.map(wordsOf)).toEqual(
    [
      'returned 409: taken (request id r-1). Do it.',
      'returned 409: e.g. that. Do it.',
      'returned 409. Resolve the conflict: another object has the name, or other objects still use this one.',
      'returned 403. This is an error of S3: base_url leads to an S3 endpoint. Set it to the address of the REST interface of the service.',
      'got no response from https://api.test (ETIMEDOUT). Check the network and any proxy on the way, then try again.',
      'got no response from https://api.test (TypeError). Check the network and any proxy on the way, then try again.',
      'got no response from https://api.test through the proxy http://proxy.test:3128 (ETIMEDOUT). Check the network and any proxy on the way, then try again.',
      'got no response from https://api.test (the connection was closed). The provider was shut down while this ran. Run terraform plan to see what is left to do.',
      'got no response from https://api.test (the connection was closed). The provider was shut down while this ran. Run terraform plan to see what is left to do.',
      'got no response from https://api.test through the proxy http://proxy.test:3128 (the proxy returned 403). The proxy does not let the request through; ask its operator, or add the host of base_url to NO_PROXY.',
      'timed out after 10 ms: no complete response from https://api.test. Try again later, or raise request_timeout if the service needs longer.',
      'timed out after 10 ms: no complete response from https://api.test. The connection was not established: check base_url, the network and any proxy on the way.',
      'was cancelled while it was on its way.',
      'was cancelled before anything was sent.',
      'returned a response that does not match the interface: no list. Check base_url.',
      'was not sent: there is no token.',
    ].map((words) => `GET /secrets ${words}`),
  );
});

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

test('P42: a wait that is too long is named in whole seconds, and what is left is not negative', () => {
  const error = Object.assign(new ApiError(POST, { status: 429, serverWords: 'slow' }), { wasInDoubt: true });
  const changed = error.withoutWait(60_001, -2_000);

  expect(waitTooLong(1_000, 1)).toBe(
    'the service asks to wait 1 s, and 1 s are left for this operation. Try again after that time; a resource with timeouts can be given more.',
  );
  expect(changed.message).toBe(
    'POST /secrets returned 429: slow. The service asks to wait 61 s, and 0 s are left for this operation. Try again after that time; a resource with timeouts can be given more.',
  );
  expect(changed.wasInDoubt).toBe(true);
});

test('an error has its class as name, and a cause only if there is one', () => {
  const cause = coded('ECONNRESET');
  const errors = [
    api(404),
    network(cause),
    new TimeoutError(GET, true, 10, ROUTE),
    new CancelledError(GET, true),
    new MalformedResponseError(GET, 'no list', true),
    new InvalidVariableError('HTTPS_PROXY', 'It is bad.'),
    new NotSentError(GET, 'no', cause),
  ];

  expect(errors.map(({ name }) => name)).toEqual(errors.map((error) => error.constructor.name));
  expect(errors.map((error) => ('cause' in error ? error.cause : 'none'))).toEqual([
    'none',
    cause,
    ...Array(4).fill('none'),
    cause,
  ]);
});
