import { fstatSync, statSync, writeSync } from 'node:fs';

/** Writes a short text to standard output synchronously, past the guard of stdout. Returns false if that fails, as when nobody reads it. */
export function print(text: string): boolean {
  try {
    writeSync(1, text);
    return true;
  } catch {
    return false;
  }
}

/** True if standard output is the null device, which Node and Bun also put in the place of a closed one. False on Windows. */
export function isOutputLost(): boolean {
  try {
    return process.platform !== 'win32' && fstatSync(1).rdev === statSync('/dev/null').rdev;
  } catch {
    // The system has no /dev/null, or the descriptor cannot be examined: the handshake will show whether anybody reads.
    return false;
  }
}
