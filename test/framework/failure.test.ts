import { expect, it } from 'vitest';
import { nameOf, stackOf } from '../../framework/failure';

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
