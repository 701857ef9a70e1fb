import { describe, expect, test } from 'vitest';
import { redactor } from '../../../provider/client/redact';

test('a text without secrets does not change', () => {
  expect(redactor([])('a text')).toBe('a text');
  expect(redactor([''])('a text')).toBe('a text');
});

describe('removes a secret', () => {
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

test('removes the longer of two secrets first, so that no part of it remains', () => {
  expect(redactor(['abcd', 'abcdefgh'])('x abcdefgh y')).toBe('x [redacted] y');
});

test('withholds a text with a secret that is too short to be replaced', () => {
  expect(redactor(['ab'])('cabbage')).toBe('[withheld: it repeats a secret of the request]');
  expect(redactor(['ab'])('turnip')).toBe('turnip');
});

test('accepts half a surrogate pair', () => {
  expect(redactor(['\ud800abcd'])('text')).toBe('text');
});
