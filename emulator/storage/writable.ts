import { unwritableSentence } from '../domain/unwritable';
import { rewriteMarker } from '../files/data-folder';

/** Anybody may ask, and each look writes to the disk. */
const LEAST_MS = 1_000;

/**
 * Returns a function that tells in a sentence why nothing can be written to the folder, or undefined if something can. It tries it, by a
 * small file of the folder, at most once a second.
 */
export function watchWritable(folder: string, now = () => performance.now()): () => string | undefined {
  let at = Number.NEGATIVE_INFINITY;
  let found: string | undefined;
  return () => {
    if (now() - at < LEAST_MS) return found;
    at = now();
    found = tryToWrite(folder);
    return found;
  };
}

function tryToWrite(folder: string): string | undefined {
  try {
    rewriteMarker(folder);
    return undefined;
  } catch (error) {
    return unwritableSentence(error) ?? `The emulator cannot write what it keeps (${(error as Error).message}).`;
  }
}
