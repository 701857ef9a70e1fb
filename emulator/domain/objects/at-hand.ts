/** Bytes that sooner are read than waited for, at most. */
export const AT_HAND_BYTES = 512 * 1024;

/** Bytes that were read at once. */
export interface AtHand {
  readonly bytes: Uint8Array;
  /** To be called, at most once, when the bytes are no longer used: the next reading overwrites them. Optional. */
  readonly release: () => void;
}

/** Memory that no reading uses now: new memory for each costs as much as the reading, and its release even more (measured). */
const spare: Uint8Array[] = [];
const MOST_SPARE = 16;

/** Memory for a reading of up to {@link AT_HAND_BYTES}. What is not touched of it takes up no memory. */
export function takeMemory(length: number): AtHand {
  const memory = spare.pop() ?? Buffer.allocUnsafeSlow(AT_HAND_BYTES);
  return {
    bytes: memory.subarray(0, length),
    release: () => {
      if (spare.length < MOST_SPARE) spare.push(memory);
    },
  };
}
