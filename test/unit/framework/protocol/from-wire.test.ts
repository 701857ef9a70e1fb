import { describe, expect, it } from 'vitest';
import { Decimal, Dynamic, type Type } from '../../../../framework';
import { fromDynamicValue, fromRawState } from '../../../../framework/protocol/from-wire';
import { ValueError } from '../../../../framework/protocol/value/place';

const EMPTY = new Uint8Array();
const OBJECT: Type = ['object', { name: 'string', size: 'number', any: 'dynamic' }];

describe('fromDynamicValue', () => {
  it.each([
    ['nothing', undefined],
    ['an empty message', { msgpack: EMPTY, json: EMPTY }],
    ['null in msgpack', { msgpack: Uint8Array.of(0xc0), json: EMPTY }],
    ['null in JSON', { msgpack: EMPTY, json: Buffer.from('null') }],
  ])('takes %s for null', (_what, wire) => {
    expect(fromDynamicValue(wire, OBJECT)).toBeNull();
  });

  it('prefers msgpack to JSON', () => {
    expect(fromDynamicValue({ msgpack: Uint8Array.of(0xa1, 0x61), json: Buffer.from('"b"') }, 'string')).toBe('a');
  });

  it('reads JSON without losing a digit', () => {
    const json = '{"name":"é","size":9223372036854775807,"any":{"type":"number","value":0.10000000000000000001}}';

    expect(fromDynamicValue({ msgpack: EMPTY, json: Buffer.from(json) }, OBJECT)).toEqual({
      name: 'é',
      size: 9223372036854775807n,
      any: new Dynamic('number', new Decimal('0.10000000000000000001')),
    });
  });

  it('does not quote JSON that cannot be read', () => {
    const wire = { msgpack: EMPTY, json: Buffer.from('{"name": hunter2}') };

    expect(() => fromDynamicValue(wire, OBJECT)).toThrow('the value: well-formed JSON is required');
  });

  it('names the place of JSON that does not fit, as of msgpack', () => {
    const wire = { msgpack: EMPTY, json: Buffer.from('{"name": 2}') };

    expect(() => fromDynamicValue(wire, OBJECT)).toThrow(new ValueError('the value.name is not a string'));
  });
});

describe('fromRawState', () => {
  it.each([
    ['nothing', undefined, undefined],
    ['an empty message', { json: EMPTY, flatmap: {} }, undefined],
    ['a state from before Terraform 0.12', { json: EMPTY, flatmap: { id: 'x' } }, undefined],
    ['JSON', { json: Buffer.from('{"id":"é"}'), flatmap: {} }, '{"id":"é"}'],
  ])('of %s', (_what, wire, expected) => {
    expect(fromRawState(wire)).toBe(expected);
  });
});
