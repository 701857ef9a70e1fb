import { existsSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { StartError } from '../domain/errors';
import { writeWhole } from '../files/write-whole';

/** How often the file is touched. */
export const BEAT_MS = 2_000;

/** What stands in it; any other file is somebody's. */
const OURS = /^https?:\/\/\S+\n$/;

/** A file that says that an emulator serves. */
export interface HealthFile {
  /** Removes it: the emulator serves no more. */
  remove(): void;
}

/**
 * Writes the URL of an emulator that serves into a file, and touches it as long as this process gets to anything. So a shell can tell an
 * emulator that works from one that hangs or was killed, by the age of the file: whatever its port, with and without TLS.
 *
 * Throws a StartError for a file that is not of an emulator, or cannot be written.
 */
export function keepHealthFile(path: string, url: string): HealthFile {
  const write = () => writeWhole(path, `${url}\n`);
  try {
    if (existsSync(path) && !OURS.test(readFileSync(path, 'utf8'))) {
      throw new StartError(`The health file ${path} exists and is not of an emulator. Give another --health-file.`);
    }
    write();
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`The health file ${path} cannot be written: ${(error as Error).message}.`, { cause: error });
  }
  const beat = setInterval(() => {
    try {
      if (existsSync(path)) utimesSync(path, new Date(), new Date());
      else write();
    } catch {
      // Who looks at its age sees that something is wrong.
    }
  }, BEAT_MS);
  beat.unref();
  return {
    remove() {
      clearInterval(beat);
      rmSync(path, { force: true });
    },
  };
}
