import { describe, expect, test } from 'vitest';
import { redactor } from '../../../provider/client/redact';

test('without secrets nothing changes', () => {
  expect(redactor([])('a text')).toBe('a text');
  expect(redactor([''])('a text')).toBe('a text');
});

describe('takes a secret out', () => {
  // Its base64 contains both characters that differ between the alphabets, and padding, so no two rows have the same text.
  const secret = 'pä"ss wörd?>~ÿ\n1';
  const bytes = Buffer.from(secret);

  test.each([
    ['as it is', secret],
    ['in base64', bytes.toString('base64')],
    ['in base64 without padding', bytes.toString('base64').replace(/=+$/, '')],
    ['in base64 for URLs', bytes.toString('base64url')],
    ['as JSON writes it', JSON.stringify(secret)],
    ['as a URL writes it', encodeURIComponent(secret)],
  ])('%s', (_form, text) => {
    const clean = redactor([secret])(`before ${text} after ${text}`);

    const whole = text.startsWith('"')
      ? 'before "[redacted]" after "[redacted]"'
      : 'before [redacted] after [redacted]';
    expect(clean).toBe(whole);
  });
});

test('takes the longer of two secrets out first, so that no piece of it remains', () => {
  expect(redactor(['abcd', 'abcdefgh'])('x abcdefgh y')).toBe('x [redacted] y');
});

test('withholds a text that repeats a secret too short to be replaced', () => {
  expect(redactor(['ab'])('cabbage')).toBe('[withheld: it repeats a secret of the request]');
  expect(redactor(['ab'])('turnip')).toBe('turnip');
});

test('survives half a surrogate pair', () => {
  expect(redactor(['\ud800abcd'])('text')).toBe('text');
});
