import { X509Certificate } from 'node:crypto';
import { attempt } from './attempt';

/** The certificates in a text, each as PEM, in their order and whatever is between them. None is parsed or checked; `[]` if there are none. */
export const certificatesIn = (text: string): readonly string[] =>
  text.match(/-----BEGIN (?:TRUSTED |X509 )?CERTIFICATE-----[^-]*-----END (?:TRUSTED |X509 )?CERTIFICATE-----/g) ?? [];

/** True if one certificate in PEM can be parsed. An expired one can. */
export const isCertificate = (pem: string): boolean => attempt(() => new X509Certificate(pem)) !== undefined;
