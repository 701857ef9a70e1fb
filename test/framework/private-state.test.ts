import { expect, it } from 'vitest';
import { PrivateState } from '../../framework/private-state';

const utf8 = (text: string) => new TextEncoder().encode(text);

it.each(['[1]', '7', 'null', '"a"', '{', ''])('bytes that are no JSON object are read as none: %j', (text) => {
  expect(new PrivateState(utf8(text)).toBytes()).toEqual(new Uint8Array());
});

it('no key is special, and none is inherited', () => {
  const keys = ['__proto__', 'constructor', 'toString'];
  const state = new PrivateState();

  expect(keys.map((key) => state.get(key))).toEqual([undefined, undefined, undefined]);
  for (const key of keys) state.set(key, key);
  expect(keys.map((key) => new PrivateState(state.toBytes()).get(key))).toEqual(keys);
});
