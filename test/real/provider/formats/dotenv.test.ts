import { execFileSync } from 'node:child_process';
import { parseEnv } from 'node:util';
import { expect, it } from 'vitest';
import { toDotenv } from '../../../../provider/formats/credentials';

it.each([
  ['', "A=''\n"],
  ['plain-1_2', 'A=plain-1_2\n'],
  ['https://s3.example:3900/x?y', "A='https://s3.example:3900/x?y'\n"],
  ['two words', "A='two words'\n"],
  ['a#b$c"d`e\\f', "A='a#b$c\"d`e\\f'\n"],
  ["it's", 'A="it\'s"\n'],
  ['it\'s "$x" `y` \\z', 'A="it\'s \\"\\$x\\" \\`y\\` \\\\z"\n'],
  ['one\ntwo', 'A="one\\ntwo"\n'],
])('writes %j', (value, expected) => {
  expect(toDotenv({ A: value })).toBe(expected);
});

it('writes nothing for no variables', () => {
  expect(toDotenv({})).toBe('');
});

it('sorts by name', () => {
  expect(toDotenv({ B: '2', A: '1' })).toBe('A=1\nB=2\n');
});

it.each(['', 'a b', 'a#b$c"d', "it's", '$HOME `id` \\ "', 'x=y', '~'])(
  'is read back by a shell, and by Node where it has no escapes: %j',
  (value) => {
    const text = toDotenv({ A: value });

    expect(execFileSync('sh', ['-c', `${text}printf %s "$A"`]).toString()).toBe(value);
    if (!text.includes('\\')) expect(parseEnv(text)).toEqual({ A: value });
  },
);
