import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../domain/errors';
import type { Credentials } from './authority';

/** Names of the authority's files in a data folder, both readable by their owner only. */
export const CA_FILE = 'ca.pem';
const CA_KEY_FILE = 'ca-key.pem';

/**
 * Loads the authority of a data folder, which clients can keep trusting. Creates a new one if a file of it is missing, or it expires within a year.
 *
 * @param setAside moves a file of the folder out of the way
 */
export async function loadAuthority(folder: string, setAside: (path: string) => void): Promise<Credentials> {
  const { createAuthority, isLasting } = await import('./authority');
  const [certPath, keyPath] = [join(folder, CA_FILE), join(folder, CA_KEY_FILE)];
  const there = [certPath, keyPath].filter((path) => existsSync(path));
  if (there.length === 2) {
    const kept = { cert: readFileSync(certPath, 'utf8'), key: readFileSync(keyPath, 'utf8') };
    // Copying a folder may lose the mode.
    chmodSync(keyPath, 0o600);
    if (parsing(certPath, () => isLasting(kept))) return kept;
  }
  const made = await createAuthority();
  // Set aside, because the user may want the old authority back.
  for (const path of there) setAside(path);
  writeFileSync(keyPath, made.key, { mode: 0o600 });
  writeFileSync(certPath, made.cert, { mode: 0o600 });
  return made;
}

/** Writes the certificate for clients to trust. Throws a {@link StartError} when it cannot be written. */
export function publishAuthority({ cert }: Credentials, file: string): void {
  try {
    writeFileSync(file, cert);
  } catch (error) {
    throw new StartError(`The CA certificate cannot be written to ${file}: ${(error as Error).message}.`, {
      cause: error,
    });
  }
}

function parsing<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new StartError(`${path} is not a certificate. Remove it, and another one is made.`, { cause: error });
  }
}
