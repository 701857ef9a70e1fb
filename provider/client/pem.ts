import { X509Certificate } from 'node:crypto';

/** The certificates in a PEM text, one by one, whatever is between them. */
export const certificatesIn = (text: string): readonly string[] =>
  text.match(/-----BEGIN (?:TRUSTED |X509 )?CERTIFICATE-----[^-]*-----END (?:TRUSTED |X509 )?CERTIFICATE-----/g) ?? [];

/** True if a certificate in PEM can be read. */
export function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).subject !== null;
  } catch {
    return false;
  }
}
