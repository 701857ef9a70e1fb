import { ExtData, type ExtensionCodecType } from '@msgpack/msgpack';
import { UNKNOWN, Unknown } from '../../values/value';

/** Extension type of an unknown value with a refinement. */
const REFINED = 12;
/** An unknown value as the host writes it: one zero byte of extension type 0. */
const PLAIN = new ExtData(0, new Uint8Array(1));

/** Unknown values are msgpack extensions, and each of these is one, as for the host. Refinements stay bytes: a copy is kept and sent back. */
export const unknownExtension: ExtensionCodecType<undefined> = {
  tryToEncode(value) {
    if (!(value instanceof Unknown)) return null;
    return value.refinement ? new ExtData(REFINED, value.refinement) : PLAIN;
  },

  decode(data, type) {
    return type === REFINED ? new Unknown(data.slice()) : UNKNOWN;
  },
};
