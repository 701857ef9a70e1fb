import { fstatSync, statSync, writeSync } from 'node:fs';

/** Writes to standard output at once; false if nobody reads it. */
export function print(text: string): boolean {
  try {
    writeSync(1, text);
    return true;
  } catch {
    return false;
  }
}

/** Whether what is printed is lost: standard output is closed, which Node and Bun replace by the null device, or it is that device. */
export function isOutputLost(): boolean {
  try {
    return process.platform !== 'win32' && fstatSync(1).rdev === statSync('/dev/null').rdev;
  } catch {
    // A system without /dev/null, or a descriptor that cannot be looked at: the handshake shows.
    return false;
  }
}
