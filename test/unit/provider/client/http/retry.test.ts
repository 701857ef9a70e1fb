import { describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  ApiError,
  CancelledError,
  MalformedResponseError,
  NetworkError,
  TimeoutError,
} from '../../../../../provider/client/errors/errors';
import {
  backoffMs,
  isRetryable,
  mayPass,
  parseRetryAfterMs,
  retriesAfter,
} from '../../../../../provider/client/http/retry';

describe('the wait before a retry', () => {
  const waits = { retryWaitMinMs: 100, retryWaitMaxMs: 1_000 };

  test.each([
    [0, 0, 100],
    [0, 1, 200],
    [0, 0.5, 150],
    [1, 1, 400],
    [2, 1, 800],
    [3, 1, 1_000],
    [50, 1, 1_000],
    [5_000, 0.5, 550],
  ])('number %i with a draw of %f is %i ms', (attempt, random, expected) => {
    expect(backoffMs(attempt, waits, random)).toBe(expected);
  });
});

describe('Retry-After', () => {
  const now = Date.UTC(2026, 10, 21, 12, 0, 0);

  test.each([
    [undefined, undefined],
    ['', undefined],
    ['soon', undefined],
    ['-1', undefined],
    ['0', 0],
    ['7', 7_000],
    [' 7 ', 7_000],
    ['Sat, 21 Nov 2026 12:00:30 GMT', 30_000],
    ['Saturday, 21-Nov-26 12:00:30 GMT', 30_000],
    ['Sat Nov 21 12:00:30 2026 GMT', 30_000],
    ['Sat Nov 21 12:00:30 2026', 30_000],
    ['Sat, 21 Nov 2026 11:00:00 GMT', 0],
  ])('%j asks for %j ms, wherever it is read', (header, expected) => {
    vi.stubEnv('TZ', 'America/New_York');
    onTestFinished(() => void vi.unstubAllEnvs());

    expect(parseRetryAfterMs(header, now)).toBe(expected);
  });
});

describe('P1, P39: a request may be sent again', () => {
  const REQUEST = { method: 'X', path: '/x' };
  const ROUTE = { address: 'https://api.test', setting: 'base_url' };
  const api = (status: number) => new ApiError(REQUEST, { status, serverWords: '' });
  const network = (sent: boolean, code = 'ECONNRESET') =>
    new NetworkError(REQUEST, sent, Object.assign(new Error('broken'), { code }), ROUTE);

  const passing = (status: number, passes: boolean): [string, Error, boolean, boolean, boolean] => [
    String(status),
    api(status),
    passes,
    passes,
    false,
  ];

  test.each([
    ['429', api(429), true, true, true],
    ...[408, 500, 502, 503, 504, 520, 521, 522, 523, 524].map((status) => passing(status, true)),
    ...[404, 407, 409, 501, 505, 519, 525].map((status) => passing(status, false)),
    ['a refused connection', network(false, 'ECONNREFUSED'), true, true, true],
    ['a broken connection', network(true), true, true, false],
    ['an untrusted certificate', network(false, 'SELF_SIGNED_CERT_IN_CHAIN'), false, false, false],
    ['bytes that are no TLS', network(false, 'ERR_SSL_WRONG_VERSION_NUMBER'), false, false, false],
    ['a proxy that wants a password', network(true, 'PROXY_407'), false, false, false],
    ['a proxy that limits the rate', network(false, 'PROXY_429'), true, true, true],
    ['a proxy that cannot reach the server', network(false, 'PROXY_502'), true, true, true],
    ['an unknown host', network(false, 'ENOTFOUND'), false, false, false],
    ['a time limit', new TimeoutError(REQUEST, true, 1, ROUTE), true, true, false],
    ['a time limit before the first byte', new TimeoutError(REQUEST, false, 1, ROUTE), true, true, true],
    ['a garbled response', new MalformedResponseError(REQUEST, 'no JSON', true), true, false, false],
    ['a response of another shape', new MalformedResponseError(REQUEST, 'no list', false), false, false, false],
    ['a cancelled call', new CancelledError(REQUEST, true), false, false, false],
    ['anything else', new Error('bug'), false, false, false],
  ])('%s', (_name, error, get, put, post) => {
    expect(isRetryable('GET', error)).toBe(get);
    expect(isRetryable('PUT', error)).toBe(put);
    expect(isRetryable('DELETE', error)).toBe(put);
    expect(isRetryable('POST', error)).toBe(post);
  });
});

test.each([
  ...[408, 429, 500, 501, 599].map((status) => [status, true] as const),
  ...[407, 409, 428, 430, 499].map((status) => [status, false] as const),
])('work that nothing would redo is done again after %i: %j', (status, expected) => {
  expect(mayPass(new ApiError({ method: 'GET', path: '/x' }, { status, serverWords: '' }))).toBe(expected);
});

describe('the number of retries', () => {
  const failed = (code: string) =>
    new NetworkError({ method: 'GET', path: '/x' }, false, Object.assign(new Error('broken'), { code }), {
      address: 'http://api.test',
      setting: 'base_url',
    });

  test.each([
    ['ECONNREFUSED', 4, 2],
    ['ECONNREFUSED', 1, 1],
    ['ECONNREFUSED', 6, 3],
    ['ECONNREFUSED', 0, 0],
    ['ECONNRESET', 4, 4],
  ])('%s with max_retries %i: %i times', (code, maxRetries, expected) => {
    expect(retriesAfter(failed(code), maxRetries)).toBe(expected);
  });

  test.each([
    [429, 30],
    [503, 3],
  ])('after %i with max_retries 3: %i times', (status, expected) => {
    expect(retriesAfter(new ApiError({ method: 'GET', path: '/x' }, { status, serverWords: '' }), 3)).toBe(expected);
  });

  test('a refused connection costs at most 3 seconds with the default settings', () => {
    const waits = { retryWaitMinMs: 500, retryWaitMaxMs: 30_000 };
    const most = Array.from({ length: retriesAfter(failed('ECONNREFUSED'), 4) }, (_, i) => backoffMs(i, waits, 1));

    expect(most.reduce((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual(3_000);
  });
});
