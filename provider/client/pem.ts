import { X509Certificate } from 'node:crypto';

/** The certificates of a text in PEM, one by one, whatever stands between them. */
export const certificatesIn = (text: string): readonly string[] =>
  text.match(/-----BEGIN (?:TRUSTED |X509 )?CERTIFICATE-----[^-]*-----END (?:TRUSTED |X509 )?CERTIFICATE-----/g) ?? [];

/** Whether a certificate in PEM can be read. */
export function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).subject !== null;
  } catch {
    return false;
  }
}
