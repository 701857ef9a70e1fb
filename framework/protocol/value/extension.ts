import { UNKNOWN, Unknown } from '../../values/value';
import type { Writer } from './writer';

/* Unknown values are msgpack extensions, and each of these is one, as for the host. Refinements stay bytes: a copy is kept and sent back. */

/** Extension type of an unknown value with a refinement. */
const REFINED = 12;

/** An unknown value as the host writes it: one zero byte of extension type 0. */
const PLAIN = Uint8Array.of(0xd4, 0, 0);

export function writeUnknown(writer: Writer, { refinement }: Unknown): void {
  if (refinement) writer.extension(REFINED, refinement);
  else writer.raw(PLAIN);
}

/** The unknown value in an extension of this type. */
export const readUnknown = (type: number, bytes: Uint8Array): Unknown =>
  type === REFINED ? new Unknown(bytes.slice()) : UNKNOWN;
