/** The largest number of bytes that are read synchronously, because that takes less time than waiting for them. */
export const AT_HAND_BYTES = 512 * 1024;

export interface AtHand {
  readonly bytes: Uint8Array;
  /** Call it, at most once, when the bytes are no longer used, so that another reading may overwrite them. Optional. */
  readonly release: () => void;
}

/** Memory that no reading uses now. New memory costs as much as the reading, and its release even more (measured). */
const spare: Uint8Array[] = [];
const MOST_SPARE = 16;

/** Memory for a reading of up to {@link AT_HAND_BYTES}. Pages that are not touched take up no memory. */
export function takeMemory(length: number): AtHand {
  const memory = spare.pop() ?? Buffer.allocUnsafeSlow(AT_HAND_BYTES);
  return {
    bytes: memory.subarray(0, length),
    release: () => {
      if (spare.length < MOST_SPARE) spare.push(memory);
    },
  };
}
