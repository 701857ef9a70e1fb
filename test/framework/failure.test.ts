import { expect, it } from 'vitest';
import { messageOf, nameOf, stackOf, textOf } from '../../framework/failure';

/** The error of the JavaScript engine for a text that is not JSON; its message quotes the text. */
function quoting(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    return error;
  }
}

it('shows class and place of an exception, and nothing of its message', () => {
  const error = quoting('canary');
  expect(String(error)).toContain('canary');

  expect(nameOf(error)).toBe('SyntaxError');
  expect(stackOf(error)).toMatch(/^SyntaxError\n\s+at .*failure\.test/s);
  expect(stackOf(error)).not.toContain('canary');
});

it('takes no line of a message for a frame of the stack', () => {
  expect(stackOf(new Error('no\n    at canary'))).not.toContain('canary');
});

it('shows the type of anything else that is thrown', () => {
  expect([nameOf('canary'), stackOf('canary')]).toEqual(['string', 'string']);
});

it.each([
  [new Error('connect ECONNREFUSED 127.0.0.1:1'), 'fetch failed: connect ECONNREFUSED 127.0.0.1:1'],
  [
    Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' }),
    'fetch failed: other side closed (UND_ERR_SOCKET)',
  ],
  [Object.assign(new Error(''), { code: 'ECONNREFUSED' }), 'fetch failed: (ECONNREFUSED)'],
  ['text', 'fetch failed'],
])('a message names the cause: %s', (cause, message) => {
  expect(messageOf(new TypeError('fetch failed', { cause }))).toBe(message);
});

it.each<[value: unknown, text: string]>([
  ['', ''],
  ['a\ud83d', 'a\ufffd'],
  [undefined, ''],
  [null, ''],
  [7, '7'],
  [Symbol('s'), 'Symbol(s)'],
  [{ a: 1 }, '[object Object]'],
  [Object.create(null), 'object'],
])('the text of anything: %j', (value, text) => {
  expect(textOf(value)).toBe(text);
});

it.each(['message', 'stack', 'name', 'cause', 'code'])(
  'an error whose %s is not text has a message and a stack',
  (name) => {
    const cause = Object.assign(new Error('reset'), { [name]: { a: 1 } });
    const error = Object.assign(new Error('lost', { cause }), { [name]: cause });

    expect([messageOf(error), stackOf(error), nameOf(error)].every((text) => typeof text === 'string')).toBe(true);
  },
);
