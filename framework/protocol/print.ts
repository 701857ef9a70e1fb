import { writeSync } from 'node:fs';

/** Writes to standard output at once; false if nobody reads it. */
export function print(text: string): boolean {
  try {
    writeSync(1, text);
    return true;
  } catch {
    return false;
  }
}
