import { expect, it } from 'vitest';
import { Decimal, type Type, type Value } from '../../../../framework';
import { decode } from '../../../../framework/protocol/value/decode';
import { encode } from '../../../../framework/protocol/value/encode';
import { typeToJson } from '../../../../framework/protocol/value/type-json';
import { conform } from '../../../../framework/schema/fit-state-to-schema';
import { fromJson } from '../../../../framework/values/json-value';

const TYPE: Type = ['object', { size: 'int64' }];

const overWire = (size: Value) =>
  (decode(encode({ size }, ['object', { size: 'number' }]), TYPE) as { size: Value }).size;

it('is a number to the host', () => {
  expect(typeToJson(TYPE)).toBe('["object",{"size":"number"}]');
  expect(encode({ size: 5n }, TYPE)).toEqual(encode({ size: 5 }, ['object', { size: 'number' }]));
});

it.each([0, -1, 2 ** 53, 2n ** 63n - 1n, -(2n ** 63n), new Decimal('1e3')])('%s arrives as a bigint', (size) => {
  expect(overWire(size)).toBe(BigInt(size instanceof Decimal ? Number(size.text) : size));
  expect(fromJson({ size: 7 }, TYPE)).toEqual({ size: 7n });
});

it.each([0.5, 2n ** 63n, new Decimal('0.1')])('%s in a state stays what it is, and goes back', (size) => {
  expect(overWire(size)).toEqual(size);
  expect(decode(encode({ size }, TYPE), TYPE)).toEqual({ size });
  expect(conform({ size }, TYPE, { size }).misfits).toEqual([]);
});

it('F5: a handler that makes another number of it is told, and a number of it is a bigint', () => {
  expect(conform({ size: 1.5 }, TYPE, { size: 1n })).toMatchObject({
    state: { size: 1n },
    misfits: [{ problem: 'it is not a whole number of 64 bits' }],
  });
  expect(conform({ size: 2 }, TYPE, null)).toEqual({ state: { size: 2n }, misfits: [] });
});
