import { X509Certificate } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createSecureContext, getCACertificates, rootCertificates, type SecureContext } from 'node:tls';
import { attempt } from '../../../contract/formats/attempt';
import { InvalidVariableError } from '../errors/errors';

/** The files in which Linux distributions keep the certificates of trusted authorities. The first file with certificates counts. */
const SYSTEM_FILES = [
  '/etc/ssl/certs/ca-certificates.crt', // Debian, Ubuntu, Alpine, Arch
  '/etc/pki/tls/certs/ca-bundle.crt', // Fedora, RHEL
  '/etc/ssl/ca-bundle.pem', // openSUSE
  '/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem', // RHEL
  '/etc/ssl/cert.pem', // Alpine
];
/** The folders that are read if none of the files has certificates. */
const SYSTEM_FOLDERS = ['/etc/ssl/certs', '/etc/pki/tls/certs'];

interface TrustSettings {
  /** Certificates trusted in addition to the usual ones, in PEM. */
  readonly caCertPem?: string | undefined;
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** The system's files and folders with certificates, whatever the platform. Default: those of the Linux distributions, on Linux. */
  readonly system?: { readonly files: readonly string[]; readonly folders: readonly string[] };
}

/**
 * A TLS context that trusts the certificates of `caCertPem` and the usual ones (`usualCertificates`, which are read by every call). Skips
 * certificates that cannot be parsed. A call with the same certificates as the last one returns the same context: creating one from
 * hundreds of them takes milliseconds, and each inspected bucket has its own connection. Throws an InvalidVariableError.
 */
export function secureContextFor(settings: TrustSettings): SecureContext {
  const ca = [...new Set([...usualCertificates(settings), ...certificatesIn(settings.caCertPem ?? '')])];
  const text = ca.join('\n');
  if (latest?.text !== text) {
    // Bun rejects all certificates if one is damaged, and a store of hundreds may contain a damaged one.
    const context = attempt(() => createSecureContext({ ca }));
    latest = { text, context: context ?? createSecureContext({ ca: ca.filter(isCertificate) }) };
  }
  return latest.context;
}

/** The last context that was created, and its certificates. */
let latest: { readonly text: string; readonly context: SecureContext } | undefined;

/**
 * The certificates in PEM that are trusted without `caCertPem`: those of `SSL_CERT_FILE` and `SSL_CERT_DIR` (folders, whose files are read);
 * without either, on Linux those of the system or else those bundled with this program, elsewhere both together. Empty variables count as
 * unset. Reads files synchronously. Throws an InvalidVariableError for a variable that names no file or folder with certificates.
 */
export function usualCertificates({ variables, system }: TrustSettings): readonly string[] {
  const { SSL_CERT_FILE: file, SSL_CERT_DIR: folders } = variables;
  if (file || folders) {
    return [
      ...(file ? named('SSL_CERT_FILE', file, [...inFile(file)]) : []),
      ...(folders ? named('SSL_CERT_DIR', folders, folders.split(delimiter).flatMap(inFolder)) : []),
    ];
  }
  // The stores of macOS and Windows contain what was added to them, but not always the system's own certificates.
  if (process.platform !== 'linux' && system === undefined)
    return [...rootCertificates, ...(attempt(() => getCACertificates('system')) ?? [])];
  const found = ofLinux(system ?? { files: SYSTEM_FILES, folders: SYSTEM_FOLDERS });
  return found.length > 0 ? found : rootCertificates;
}

function named(variable: string, value: string, found: readonly string[]): readonly string[] {
  if (found.length > 0) return found;
  throw new InvalidVariableError(
    variable,
    `The environment variable ${variable} is ${JSON.stringify(value)}, and no certificate in PEM can be read there, so no ` +
      'server could be trusted. Correct the variable, or unset it to use the trust store of this machine.',
  );
}

function ofLinux({ files, folders }: NonNullable<TrustSettings['system']>): readonly string[] {
  for (const file of files) {
    const found = inFile(file);
    if (found.length > 0) return found;
  }
  return folders.flatMap(inFolder);
}

function inFile(file: string): readonly string[] {
  // Reading a named pipe would wait for a writer.
  return attempt(() => (statSync(file).isFile() ? certificatesIn(readFileSync(file, 'latin1')) : [])) ?? [];
}

function inFolder(folder: string): readonly string[] {
  const names = folder === '' ? undefined : attempt(() => readdirSync(folder));
  return (names ?? []).flatMap((name) => inFile(join(folder, name)));
}

/** The certificates in a text, each as PEM, in their order and whatever is between them. None is parsed or checked; `[]` if there are none. */
export const certificatesIn = (text: string): readonly string[] =>
  text.match(/-----BEGIN (?:TRUSTED |X509 )?CERTIFICATE-----[^-]*-----END (?:TRUSTED |X509 )?CERTIFICATE-----/g) ?? [];

/** True if one certificate in PEM can be parsed. An expired one can. */
export const isCertificate = (pem: string): boolean => attempt(() => new X509Certificate(pem)) !== undefined;
