import { ExtData, type ExtensionCodecType } from '@msgpack/msgpack';
import { UNKNOWN, Unknown } from '../../value';

/** Extension type of an unknown value that the host promises something about. */
const REFINED = 12;
/** One zero byte of extension type 0: how the host writes an unknown value. */
const PLAIN = new ExtData(0, new Uint8Array(1));

/**
 * Unknown values are msgpack extensions (plugin protocol, "Unknown values").
 *
 * Every extension is an unknown value, as it is for the host. Refinements are kept as bytes, and so go back as they came.
 */
export const unknownExtension: ExtensionCodecType<undefined> = {
  tryToEncode(value) {
    if (!(value instanceof Unknown)) return null;
    return value.refinement ? new ExtData(REFINED, value.refinement) : PLAIN;
  },

  decode(data, type) {
    return type === REFINED ? new Unknown(data.slice()) : UNKNOWN;
  },
};
