import 'reflect-metadata';
import { isIP } from 'node:net';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';

/** A certificate and its private key, in PEM. */
export interface Credentials {
  readonly cert: string;
  readonly key: string;
}

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const DAY_MS = 24 * 60 * 60 * 1_000;
const YEARS_OF_AUTHORITY = 10;
/** Browsers and Apple's clients refuse server certificates that live much longer. */
const DAYS_OF_SERVER = 365;

/** Creates an authority for server certificates only: P-256, 10 years. */
export async function createAuthority(): Promise<Credentials> {
  const keys = await generateKeys();
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: 'CN=Coffer emulator CA',
    ...validFor(YEARS_OF_AUTHORITY * 365),
    keys,
    signingAlgorithm: ALGORITHM,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return toCredentials(certificate, keys.privateKey);
}

/** Issues a server certificate for these host names and addresses, with its own key: P-256, 1 year. */
export async function issue(authority: Credentials, names: readonly string[]): Promise<Credentials> {
  const issuer = new X509Certificate(authority.cert);
  const keys = await generateKeys();
  const certificate = await X509CertificateGenerator.create({
    subject: 'CN=Coffer emulator',
    issuer: issuer.subject,
    ...validFor(DAYS_OF_SERVER),
    publicKey: keys.publicKey,
    signingKey: await importKey(authority.key),
    signingAlgorithm: ALGORITHM,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      new SubjectAlternativeNameExtension(names.map((value) => ({ type: isIP(value) === 0 ? 'dns' : 'ip', value }))),
      await AuthorityKeyIdentifierExtension.create(issuer),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return toCredentials(certificate, keys.privateKey);
}

/** Whether the authority outlives certificates that it signs now. */
export function isLasting({ cert }: Credentials): boolean {
  return new X509Certificate(cert).notAfter.getTime() > Date.now() + DAYS_OF_SERVER * DAY_MS;
}

const generateKeys = () => crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);

function importKey(pem: string) {
  return crypto.subtle.importKey('pkcs8', PemConverter.decodeFirst(pem), ALGORITHM, false, ['sign']);
}

/** Starts yesterday, because clocks differ. */
function validFor(days: number): { notBefore: Date; notAfter: Date } {
  return { notBefore: new Date(Date.now() - DAY_MS), notAfter: new Date(Date.now() + days * DAY_MS) };
}

async function toCredentials(
  certificate: X509Certificate,
  privateKey: Parameters<typeof crypto.subtle.exportKey>[1],
): Promise<Credentials> {
  const key = await crypto.subtle.exportKey('pkcs8', privateKey);
  return { cert: `${certificate.toString('pem')}\n`, key: `${PemConverter.encode(key, 'PRIVATE KEY')}\n` };
}
