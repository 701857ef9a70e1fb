import { expect, test } from 'vitest';
import { hideDeep, KnownSecrets } from '../../../../emulator/domain/known-secrets';

const TOKEN = `coffer_${'0123456789'.repeat(4)}`;
const HALF = '0123456789abcdef'.repeat(4);
const OTHER = 'f'.repeat(64);

const encoded = (text: string) =>
  [...text].map((character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`).join('');

function known(...given: string[]) {
  const secrets = new KnownSecrets(() => [HALF]);
  for (const each of given) secrets.add(each);
  return secrets;
}

test.each([
  ['', ''],
  ['/secrets/db', '/secrets/db'],
  ['a token by its shape, of whatever emulator', `/x/${TOKEN}/y`, '/x/[redacted]/y'],
  ['a secret half', `k-${HALF}.txt`, 'k-[redacted].txt'],
  ['a secret half among other digits', `0${HALF}0`, '0[redacted]0'],
  ['a digest', `sha256-${OTHER}`, `sha256-${OTHER}`],
  ['a token that somebody chose', '/my+secret/pass', '/[redacted]/pass'],
  ['encoded', `/${encodeURIComponent('my+secret')}/a%20b`, '/[redacted]/a b'],
  ['wholly encoded', `/${encoded(TOKEN)}`, '/[redacted]'],
  ['encoded twice', `/${encodeURIComponent(encoded(HALF))}`, '/[redacted]'],
  ['encoded in part', `/%63${TOKEN.slice(1)}?100%`, '/[redacted]?100%'],
  ['of two that begin alike the longer one', 'my+secret+too', '[redacted]'],
  ['encoded without a secret', '/a%2Fb%zz', '/a%2Fb%zz'],
  ['a word', 'ab', 'ab'],
])('E14: %s', (...row) => {
  const [text = '', shown] = row.slice(-2);

  expect(known('my+secret', 'my+secret+too', 'ab').redact(text)).toBe(shown);
});

test('E14: after everything was replaced, only the stored ones and those for always are known', () => {
  const secrets = known('of-a-test');
  secrets.add('the-admin', { always: true });
  secrets.add(OTHER);

  secrets.clear();

  expect(secrets.redact(`of-a-test the-admin ${OTHER} ${HALF}`)).toBe(`of-a-test [redacted] ${OTHER} [redacted]`);
});

test('E14: every text in a value is searched, and names too', () => {
  const value = { [TOKEN]: [{ name: TOKEN, size: 5n, none: null, yes: true }] };

  expect(hideDeep(value, known().redact)).toEqual({
    '[redacted]': [{ name: '[redacted]', size: 5n, none: null, yes: true }],
  });
});
