import { expect, it } from 'vitest';
import { isMistake, messageOf, nameOf, printable, stackOf } from '../../../framework/failure';

const fail = () => {
  throw new Error('No.');
};

function circular(): Error {
  const [one, other] = [new Error('round'), new Error('about')];
  one.cause = other;
  other.cause = one;
  return one;
}

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

it('takes no line of a message for a frame of the stack, and drops no frame for a message that replaced another', () => {
  expect(stackOf(new Error('no\n    at canary'))).not.toContain('canary');
  const error = new Error('no');
  expect(error.stack).toContain('Error: no\n');
  expect(stackOf(Object.assign(error, { message: 'longer '.repeat(1000) }))).toMatch(/^Error\n\s+at .*failure\.test/s);
});

it.each([
  [new Error('connect ECONNREFUSED 127.0.0.1:1'), 'fetch failed: connect ECONNREFUSED 127.0.0.1:1'],
  [Object.assign(new Error('closed'), { code: 'UND_ERR_SOCKET' }), 'fetch failed: closed (UND_ERR_SOCKET)'],
  [Object.assign(new Error(''), { code: 'ECONNREFUSED' }), 'fetch failed: (ECONNREFUSED)'],
  ['text', 'fetch failed: text'],
  [new Error('reset', { cause: new Error('by the peer') }), 'fetch failed: reset: by the peer'],
  [new Error('fetch failed'), 'fetch failed'],
  [new AggregateError([new Error('by ::1'), new Error('by 127.0.0.1')], ''), 'fetch failed: by ::1; by 127.0.0.1'],
])('a message names the cause: %s', (cause, message) => {
  expect(messageOf(new TypeError('fetch failed', { cause }))).toBe(message);
});

it.each<[thrown: unknown, text: string]>([
  [{ code: 1 }, 'An object that is no error (1)'],
  [new DOMException('It took too long', 'TimeoutError'), 'It took too long'],
  [{ errors: 'none' }, 'An object that is no error'],
  [Object.assign(new Error('no'), { code: 7 }), 'no (7)'],
  [Object.assign(new Error('no E_NO'), { code: 'E_NO' }), 'no E_NO'],
  [Object.assign(new Error('no'), { code: '' }), 'no'],
  [new Error('', { cause: new Error('by E_NO') }), 'by E_NO'],
  [Object.assign(new Error('', { cause: new Error('by E_NO') }), { code: 'E_NO' }), 'by E_NO'],
  [new AggregateError([new Error('one'), new Error('one')], 'both', { cause: 'why' }), 'both: one; one; why'],
  [new Error('a\ud83d'), 'a\ufffd'],
  [null, 'null was thrown in place of an error'],
  [7, '7'],
  [new TypeError(''), 'TypeError without a message'],
  [new Proxy({}, { get: fail }), 'An object that is no error'],
  [circular(), 'round: about'],
  [{ message: 'a', errors: [...'bcdefghi'].map((message) => ({ message })) }, 'a: b; c; d; e; f; g; h'],
])('whatever is thrown has a message: %#', (thrown, text) => {
  expect(messageOf(thrown)).toBe(text);
});

it.each([
  ['\u001b[31mred\u001b[0m \u009b1mbold', 'red bold'],
  ['a\r\nb\rc\td\u0007\u0000\u007f', 'a\nb\nc\td'],
  ['\u001b]8;;http://x\u0007link\u001b]8;;\u0007', 'link'],
  ['Grüße 👋\u200f', 'Grüße 👋\u200f'],
  ['"\u202etxt.exe\u2069"\u2028b', '"\\u202etxt.exe\\u2069"\\u2028b'],
])('a text for a terminal has nothing that steers it: %j', (text, shown) => {
  expect(printable(text)).toBe(shown);
});

it.each(['message', 'stack', 'name', 'cause', 'code'])(
  'an error whose %s is not text has a message and a stack',
  (name) => {
    const cause = Object.assign(new Error('reset'), { [name]: { a: 1 } });
    const error = Object.assign(new Error('lost', { cause }), { [name]: cause });

    expect([messageOf(error), stackOf(error), nameOf(error)].every((text) => typeof text === 'string')).toBe(true);
  },
);

it('a mistake in the code is one of the language, not of the runtime, nor with a cause or a code', () => {
  const thrown = (work: () => unknown) => {
    try {
      return work();
    } catch (error) {
      return error;
    }
  };
  const withStack = (...lines: string[]) =>
    Object.assign(new TypeError('no'), { stack: ['TypeError: no', ...lines].join('\n    at ') });
  const [ofNode, own] = ['node:internal/x:1:1', 'own.js:1:1'] as const;

  expect(
    [
      thrown(() => (undefined as never as { a: string }).a),
      new ReferenceError('no'),
      withStack(own, ofNode),
      withStack(),
      new Error('no'),
      new RangeError('no'),
      new TypeError('no', { cause: 'why' }),
      Object.assign(new TypeError('no'), { code: undefined }),
      thrown(() => new URL('no address')),
      withStack(ofNode, own),
      'no',
    ].map(isMistake),
  ).toEqual([true, true, true, true, false, false, false, false, false, false, false]);
});
