import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { createSecureContext, type SecureContext } from 'node:tls';
import { StartError } from '../domain/errors';
import type { Credentials } from './authority';

export interface TlsOptions {
  /** Address or host name that the emulator listens on. */
  readonly host: string;
  /** Folder that stores the authority. Without one, a new authority is created. */
  readonly dataDir?: string | undefined;
  /** Moves a file of that folder out of the way. */
  readonly setAside: (path: string) => void;
  /** File to write the authority's certificate to. */
  readonly caFile?: string | undefined;
}

/** Makes servers speak HTTPS. */
export interface Tls {
  /** Certificate of the authority that clients have to trust, in PEM. */
  readonly caCertPem: string;
  /** A file with that certificate; undefined if there is none. */
  readonly caFile: string | undefined;
  /** A TLS server that has `plain` respond to its requests. */
  secure(plain: Server): Server;
}

/** Loads or creates the authority, and issues a certificate for `localhost`, the loopback addresses and the host. */
export async function openTls({ host, dataDir, caFile, setAside }: TlsOptions): Promise<Tls> {
  // The certificate library is large, so it is loaded only on demand.
  const { createAuthority, issue } = await import('./authority');
  const authority = dataDir === undefined ? await createAuthority() : await loadAuthority(dataDir, setAside);
  if (caFile !== undefined) publishAuthority(authority, caFile);
  const own = await issue(authority, [...new Set(['localhost', '*.localhost', '127.0.0.1', '::1', host])]);
  const contextOf = namedContexts((names) => issue(authority, names), ['localhost', host]);
  return {
    caCertPem: authority.cert,
    caFile: caFile ?? (dataDir === undefined ? undefined : join(dataDir, CA_FILE)),
    secure: (plain) =>
      forward(
        createServer({
          ...own,
          SNICallback: (name, done) => contextOf(name).then((context) => done(null, context), done),
        }),
        plain,
      ),
  };
}

/** Names of the authority's files in a data folder, both readable by their owner only. */
const CA_FILE = 'ca.pem';
const CA_KEY_FILE = 'ca-key.pem';

/** A data folder's authority; a new one if a file is missing, or it expires within a year. `setAside` moves a file of the folder out of the way. */
async function loadAuthority(folder: string, setAside: (path: string) => void): Promise<Credentials> {
  const { createAuthority, isLasting } = await import('./authority');
  const [certPath, keyPath] = [join(folder, CA_FILE), join(folder, CA_KEY_FILE)];
  const there = [certPath, keyPath].filter((path) => existsSync(path));
  if (there.length === 2) {
    const kept = { cert: readFileSync(certPath, 'utf8'), key: readFileSync(keyPath, 'utf8') };
    // Copying a folder may lose the mode.
    chmodSync(keyPath, 0o600);
    try {
      if (isLasting(kept)) return kept;
    } catch (error) {
      throw new StartError(`${certPath} is not a certificate. Remove it, and another one is made.`, { cause: error });
    }
  }
  const made = await createAuthority();
  // Set aside, because the user may want the old authority back.
  for (const path of there) setAside(path);
  writeFileSync(keyPath, made.key, { mode: 0o600 });
  writeFileSync(certPath, made.cert, { mode: 0o600 });
  return made;
}

/** Writes the certificate for clients to trust. Throws a {@link StartError} when it cannot be written. */
function publishAuthority({ cert }: Credentials, file: string): void {
  try {
    writeFileSync(file, cert);
  } catch (error) {
    throw new StartError(`The CA certificate cannot be written to ${file}: ${(error as Error).message}.`, {
      cause: error,
    });
  }
}

/** Maximum number of cached certificates; beyond it the cache is cleared, and names get new ones. */
const NAMES = 100;

/**
 * Certificates for names below the parents, issued on demand: Node and OpenSSL refuse a wildcard below a single label (`*.localhost`), which
 * virtual-host style buckets would need. Undefined for any other name: the server's own certificate applies.
 */
function namedContexts(issue: (names: readonly string[]) => Promise<Credentials>, parents: readonly string[]) {
  const contexts = new Map<string, Promise<SecureContext>>();
  return async (name: string): Promise<SecureContext | undefined> => {
    if (!parents.some((parent) => name.endsWith(`.${parent}`))) return undefined;
    const known = contexts.get(name);
    if (known) return known;
    if (contexts.size >= NAMES) contexts.clear();
    const made = issue([name]).then(createSecureContext);
    contexts.set(name, made);
    return made;
  };
}

const EVENTS = ['request', 'checkContinue', 'checkExpectation', 'upgrade', 'connect', 'clientError', 'dropRequest'];

/** Forwards the events that `plain` listens to, and copies its time limits. */
function forward(secure: Server, plain: Server): Server {
  for (const event of EVENTS.filter((name) => plain.listenerCount(name) > 0)) {
    secure.on(event, (...args) => plain.emit(event, ...args));
  }
  secure.keepAliveTimeout = plain.keepAliveTimeout;
  secure.headersTimeout = plain.headersTimeout;
  secure.requestTimeout = plain.requestTimeout;
  secure.timeout = plain.timeout;
  return secure;
}
