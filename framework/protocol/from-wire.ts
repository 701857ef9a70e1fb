import { fromJson, parseJson } from '../values/json-value';
import type { Type } from '../values/type';
import type { Value } from '../values/value';
import type { DynamicValue, RawState } from './generated/tfplugin6';
import { decode } from './value/decode';
import { ValueError } from './value/place';
import { readUtf8 } from './value/utf8';

/**
 * Decodes a value of this type from msgpack or else from JSON; null if the host sent neither. Throws a {@link ValueError} if it does not fit, but
 * keeps a number that is no `int64` for validation to refuse. In JSON, a missing attribute is null, and one that the type does not have is dropped.
 */
export function fromDynamicValue(wire: DynamicValue | undefined, type: Type): Value {
  if (!wire) return null;
  if (wire.msgpack.length > 0) return decode(wire.msgpack, type);
  if (wire.json.length > 0) return fromText(wire.json, type);
  return null;
}

/** The JSON text of a stored state or identity; undefined without JSON, as before Terraform 0.12. Throws a `TypeError` unless it is UTF-8. */
export function fromRawState(wire: RawState | undefined): string | undefined {
  return wire && wire.json.length > 0 ? readUtf8(wire.json) : undefined;
}

function fromText(json: Uint8Array, type: Type): Value {
  try {
    return fromJson(parseJson(readUtf8(json)), type, 'the value');
  } catch (error) {
    // The message of a SyntaxError quotes the text.
    throw new ValueError(error instanceof TypeError ? error.message : 'the value: well-formed JSON is required');
  }
}
