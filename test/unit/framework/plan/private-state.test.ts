import { expect, it } from 'vitest';
import { PrivateState } from '../../../../framework/plan/private-state';

const utf8 = (text: string) => new TextEncoder().encode(text);

it.each(['[1]', '7', 'null', '"a"', '{', ''])('bytes that are no JSON object are read as none: %j', (text) => {
  expect(new PrivateState(utf8(text)).toBytes()).toEqual(new Uint8Array());
});

it('values of three types are kept, and others are refused and change nothing', () => {
  const state = new PrivateState(utf8('{"a":1}'));

  for (const [key, value] of Object.entries({ b: 'x', c: false, d: 0 })) state.set(key, value);
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY, null, {}, 1n]) state.set('a', value as never);
  state.set('e', [] as never);

  expect([...state.refused]).toEqual(['a', 'e']);
  expect(new TextDecoder().decode(state.toBytes())).toBe('{"a":1,"b":"x","c":false,"d":0}');
  for (const key of ['a', 'b', 'c', 'd']) state.set(key, undefined);
  expect(state.toBytes()).toEqual(new Uint8Array());
  expect([...new PrivateState().refused]).toEqual([]);
});

it('what changes nothing leaves the bytes as they came, also those of another writer', () => {
  const bytes = utf8('{ "a": 1, "b": [2] }');
  const state = new PrivateState(bytes);

  state.set('a', 1);
  state.set('c', undefined);

  expect(state.toBytes()).toBe(bytes);
  state.set('a', 2);
  expect(new TextDecoder().decode(state.toBytes())).toBe('{"a":2,"b":[2]}');
});
