import { generateKeyPairSync, sign } from 'node:crypto';

const DAY_MS = 24 * 60 * 60 * 1000;

export interface CertificateOptions {
  /** The host in the certificate; `localhost` by default. */
  readonly host?: string;
  /** The period of validity, in days from now; from yesterday to tomorrow by default. */
  readonly days?: readonly [from: number, to: number];
  /** The issuer, which the server does not send; self-signed by default. */
  readonly authority?: string;
}

/** A key and a certificate, in PEM, for a server on this machine. */
export function localhostCertificate(options: CertificateOptions = {}): {
  readonly key: string;
  readonly cert: string;
} {
  const { host = 'localhost', days = [-1, 1], authority } = options;
  const { privateKey, publicKey } = newKey();
  const algorithm = der(0x30, Buffer.from('06082a8648ce3d040302', 'hex'));
  const alternatives = der(0x30, der(0x82, Buffer.from(host)));
  const content = der(
    0x30,
    der(0xa0, der(0x02, Buffer.of(2))),
    der(0x02, Buffer.of(1)),
    algorithm,
    commonName(authority ?? host),
    der(0x30, ...days.map((day) => utcTime(Date.now() + day * DAY_MS))),
    commonName(host),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, der(0x30, der(0x30, Buffer.from('0603551d11', 'hex'), der(0x04, alternatives)))),
  );
  const signature = der(
    0x03,
    Buffer.of(0),
    sign('sha256', content, authority === undefined ? privateKey : newKey().privateKey),
  );
  const lines =
    der(0x30, content, algorithm, signature)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
  };
}

const newKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });

const commonName = (text: string) =>
  der(0x30, der(0x31, der(0x30, Buffer.from('0603550403', 'hex'), der(0x0c, Buffer.from(text)))));

/** A DER element: tag, length, content. */
function der(tag: number, ...content: readonly Buffer[]): Buffer {
  const body = Buffer.concat(content);
  const { length } = body;
  if (length < 0x80) return Buffer.concat([Buffer.of(tag, length), body]);
  if (length < 0x100) return Buffer.concat([Buffer.of(tag, 0x81, length), body]);
  return Buffer.concat([Buffer.of(tag, 0x82, length >> 8, length & 0xff), body]);
}

const utcTime = (ms: number) =>
  der(0x17, Buffer.from(`${new Date(ms).toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`));
