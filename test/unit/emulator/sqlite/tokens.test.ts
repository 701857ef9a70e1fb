import { expect, onTestFinished, test } from 'vitest';
import { openStorage } from '../../../../emulator/storage/storage';

function openTokens() {
  const { database, stores } = openStorage(undefined);
  onTestFinished(() => database.close());
  return stores.tokens;
}

test('a token that was used before is refused as soon as it is revoked', () => {
  const tokens = openTokens();
  tokens.grant('a', ['p'], 'start');
  tokens.grant('b', ['p'], 'issued');
  const before = [tokens.find('a'), tokens.find('b')];

  tokens.revoke('start');

  expect(before).toEqual([{ projectIds: ['p'] }, { projectIds: ['p'] }]);
  expect([tokens.find('a'), tokens.find('b')]).toEqual([undefined, { projectIds: ['p'] }]);
});

test('a token that was used before has other projects as soon as it is granted them', () => {
  const tokens = openTokens();
  tokens.grant('a', ['p'], 'start');
  tokens.find('a');

  tokens.grant('a', ['r', 'q'], 'start');

  expect(tokens.find('a')).toEqual({ projectIds: ['r', 'q'] });
});

test('a token that was refused before is taken as soon as it is granted', () => {
  const tokens = openTokens();
  const before = tokens.find('a');

  tokens.grant('a', [], 'issued');

  expect([before, tokens.find('a')]).toEqual([undefined, { projectIds: [] }]);
});

test('more tokens than are remembered are all known', () => {
  const tokens = openTokens();
  const all = Array.from({ length: 1_100 }, (_, n) => `token-${n}`);

  for (const token of all) tokens.grant(token, [token], 'issued');

  for (const token of [...all, ...all]) expect(tokens.find(token)?.projectIds).toEqual([token]);
});
