import { fromJson, parseJson } from '../json-value';
import type { Type } from '../type';
import type { Value } from '../value';
import type { DynamicValue, RawState } from './generated/tfplugin6';
import { decode } from './value/decode';
import { ValueError } from './value/place';
import { readUtf8 } from './value/utf8';

/** The value of this type: from msgpack, else from JSON; null where the host sent neither. Throws a {@link ValueError}. */
export function fromDynamicValue(wire: DynamicValue | undefined, type: Type): Value {
  if (!wire) return null;
  if (wire.msgpack.length > 0) return decode(wire.msgpack, type);
  if (wire.json.length > 0) return fromJson(parseText(wire.json), type, 'the value');
  return null;
}

/** The text of a stored state; undefined for none, and for the kind that Terraform wrote before 0.12. */
export function fromRawState(wire: RawState | undefined): string | undefined {
  return wire && wire.json.length > 0 ? readUtf8(wire.json) : undefined;
}

function parseText(json: Uint8Array): Value {
  try {
    return parseJson(readUtf8(json));
  } catch {
    // The words of a SyntaxError quote the text.
    throw new ValueError('the value: well-formed JSON is required');
  }
}
