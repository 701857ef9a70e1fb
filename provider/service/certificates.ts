import { readFileSync, statSync } from 'node:fs';
import type { Diagnostics, Path, Validator } from '../../framework';
import { certificatesIn, isCertificate } from '../client/http/trust';

/** Validates a text with one or more certificates in PEM, and any text between them. Messages quote it only if it is one short line without PEM. */
export const certificates = (): Validator => (value, path, diagnostics) => {
  const problem = typeof value === 'string' ? problemOf(value) : undefined;
  if (problem !== undefined) diagnostics.error('Invalid value', problem, path);
};

/** Returns the whole text of a file with one or more certificates in PEM, read at once. Undefined after it has reported a problem at `at`. */
export function readCertificates(file: string, at: Path, diagnostics: Diagnostics): string | undefined {
  try {
    // Reading a named pipe would wait for a writer.
    const isFile = statSync(file).isFile();
    const text = isFile ? readFileSync(file, 'utf8') : '';
    const problem = isFile ? problemIn(text) : 'It is not a regular file.';
    if (problem === undefined) return text;
    diagnostics.error('Invalid ca_cert_file', `${JSON.stringify(file)} is not a file of certificates. ${problem}`, at);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
    const detail =
      `${JSON.stringify(file)} cannot be read (${code}). Give the path of a file with certificates in PEM, absolute or relative ` +
      'to the folder that Terraform runs in.';
    diagnostics.error('Invalid ca_cert_file', detail, at);
  }
  return undefined;
}

function problemOf(text: string): string | undefined {
  const problem = problemIn(text);
  // It is probably the name of a file.
  if (problem === undefined || /^\s*$|[\r\n]|-----/.test(text) || text.length > 4096) return problem;
  const name = JSON.stringify(text);
  return `ca_cert_pem requires the certificates themselves, not a file name: write file(${name}), or ca_cert_file = ${name}.`;
}

/** Describes the fault in a text without quoting it, because it may contain a private key; undefined if there is none. */
function problemIn(text: string): string | undefined {
  const found = certificatesIn(text);
  const begun = text.match(/-----BEGIN (TRUSTED |X509 )?CERTIFICATE-----/g) ?? [];
  if (begun.length === 0) {
    const instead = /-----BEGIN ([A-Z0-9 ]+)-----/.exec(text)?.[1];
    return `It holds no complete certificate between -----BEGIN CERTIFICATE----- and -----END CERTIFICATE-----${instead ? `; it holds a ${instead}` : ''}.`;
  }
  const broken = found.findIndex((pem) => !isCertificate(pem));
  if (broken >= 0) return `Certificate number ${broken + 1} of ${found.length} in it cannot be read: it is damaged.`;
  return begun.length === found.length
    ? undefined
    : 'A certificate in it is truncated or damaged: its last line is incomplete, or it contains an invalid character.';
}
