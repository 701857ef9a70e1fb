import { expect, test } from 'vitest';
import * as ids from '../../../../emulator/domain/ids';
import { createRandom } from '../../../../emulator/system/random';

const DRAWS = 500;

test.each([
  ['id', ids.drawId, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/],
  ['alias', ids.drawAlias, /^[a-z]{3,}-[a-z]{3,}-[0-9a-f]{6}$/],
  ['access key id', ids.drawAccessKeyId, /^GK[0-9a-f]{24}$/],
  ['secret half', ids.drawSecretAccessKey, /^[0-9a-f]{64}$/],
  ['upload', ids.drawUploadToken, /^[0-9a-f]{20}$/],
  ['token', ids.drawToken, /^coffer_[0-9a-f]{40}$/],
  ['project', ids.drawProjectId, /^project-[0-9a-f]{12}$/],
])('an %s has its form, is never drawn twice, and is the same again for a seed', (_what, draw, form) => {
  const random = createRandom('seed');
  const drawn = Array.from({ length: DRAWS }, () => draw(random));

  for (const each of drawn) expect(each).toMatch(form);
  expect(new Set(drawn).size).toBe(DRAWS);
  expect(draw(createRandom('seed'))).toBe(drawn[0]);
});

test('aliases are of many words, which people can tell apart', () => {
  const random = createRandom('seed');
  const words = Array.from({ length: DRAWS }, () => ids.drawAlias(random).split('-'));

  for (const place of [0, 1]) expect(new Set(words.map((each) => each[place])).size).toBeGreaterThan(20);
});

test('what is taken is drawn again', () => {
  const drawn = ['a', 'b', 'c'];
  const draw = () => drawn.shift() ?? '';

  expect(ids.drawFresh(draw, createRandom(), (each) => each !== 'c')).toBe('c');
});
