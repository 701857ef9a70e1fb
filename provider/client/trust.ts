import { readdirSync, readFileSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createSecureContext, getCACertificates, rootCertificates, type SecureContext } from 'node:tls';
import { InvalidTrustStoreError } from './errors';
import { certificatesIn, isCertificate } from './pem';

/** Where Linux distributions keep the certificates of the authorities that the machine trusts. The first file that is there counts. */
const SYSTEM_FILES = [
  '/etc/ssl/certs/ca-certificates.crt', // Debian, Ubuntu, Alpine, Arch
  '/etc/pki/tls/certs/ca-bundle.crt', // Fedora, RHEL
  '/etc/ssl/ca-bundle.pem', // openSUSE
  '/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem', // RHEL
  '/etc/ssl/cert.pem', // Alpine
];
/** Looked into where none of the files is there. */
const SYSTEM_FOLDERS = ['/etc/ssl/certs', '/etc/pki/tls/certs'];

/** What decides which authorities are trusted. */
export interface TrustSettings {
  /** Certificates trusted beside the usual ones, in PEM. */
  readonly caCertPem?: string | undefined;
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Where the system keeps its certificates; as Linux distributions have it unless given. */
  readonly system?: { readonly files: readonly string[]; readonly folders: readonly string[] };
}

/**
 * TLS settings that trust the certificates given and the usual ones: those of `SSL_CERT_FILE` and `SSL_CERT_DIR`, or else those of
 * the system, or else those that this program brings. The same context for the same certificates: making one of some hundred takes
 * milliseconds, and each bucket that is looked into has a connection of its own. Throws an InvalidTrustStoreError.
 */
export function secureContextFor(settings: TrustSettings): SecureContext {
  const ca = [...new Set([...usualCertificates(settings), ...certificatesIn(settings.caCertPem ?? '')])];
  const text = ca.join('\n');
  if (latest?.text !== text) latest = { text, context: contextOf(ca) };
  return latest.context;
}

/** The last context that was made, and its certificates. */
let latest: { readonly text: string; readonly context: SecureContext } | undefined;

function contextOf(ca: string[]): SecureContext {
  try {
    return createSecureContext({ ca });
  } catch {
    // Bun refuses all of them where one is damaged, and a store of hundreds may hold such a one.
    return createSecureContext({ ca: ca.filter(isCertificate) });
  }
}

/** Throws an InvalidTrustStoreError for a variable that names a file or a folder without certificates. */
export function usualCertificates({ variables, system }: TrustSettings): readonly string[] {
  const { SSL_CERT_FILE: file, SSL_CERT_DIR: folders } = variables;
  if (file || folders) {
    return [
      ...(file ? named('SSL_CERT_FILE', file, [...inFile(file)]) : []),
      ...(folders ? named('SSL_CERT_DIR', folders, folders.split(delimiter).flatMap(inFolder)) : []),
    ];
  }
  // The stores of macOS and Windows hold what was added to them, and not always what the system brings.
  if (process.platform !== 'linux' && system === undefined) return [...rootCertificates, ...ofPlatform()];
  const found = ofLinux(system ?? { files: SYSTEM_FILES, folders: SYSTEM_FOLDERS });
  return found.length > 0 ? found : rootCertificates;
}

function named(variable: string, value: string, found: readonly string[]): readonly string[] {
  if (found.length === 0) throw new InvalidTrustStoreError(variable, value);
  return found;
}

function ofLinux({ files, folders }: NonNullable<TrustSettings['system']>): readonly string[] {
  for (const file of files) {
    const found = inFile(file);
    if (found.length > 0) return found;
  }
  return folders.flatMap(inFolder);
}

function ofPlatform(): readonly string[] {
  try {
    return getCACertificates('system');
  } catch {
    return [];
  }
}

function inFile(file: string): readonly string[] {
  try {
    // A named pipe would wait for somebody who writes into it.
    return !statSync(file).isFile() ? [] : certificatesIn(readFileSync(file, 'latin1'));
  } catch {
    return [];
  }
}

function inFolder(folder: string): readonly string[] {
  if (folder === '') return [];
  try {
    return readdirSync(folder).flatMap((name) => inFile(join(folder, name)));
  } catch {
    return [];
  }
}
