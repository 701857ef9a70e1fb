import { existsSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { StartError } from '../domain/errors';
import { writeWhole } from '../files/write-whole';

export const BEAT_MS = 2_000;

/** Content of a health file; a file with any other content is somebody else's. */
const OURS = /^https?:\/\/\S+\n$/;

/**
 * Writes the URL of a serving emulator into a file, and touches the file for as long as the event loop of this process runs. A shell
 * can tell a working emulator from one that hangs or was killed by the age of the file, whatever its port, with and without TLS. Call the
 * function that it returns when the emulator stops, to remove the file.
 *
 * Throws a StartError for a file that is not a health file, or cannot be written.
 */
export function keepHealthFile(path: string, url: string): () => void {
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
      // The age of the file shows that something is wrong.
    }
  }, BEAT_MS);
  beat.unref();
  return () => {
    clearInterval(beat);
    rmSync(path, { force: true });
  };
}
