import { generateKeyPairSync, sign } from 'node:crypto';

/** A key and a certificate for `localhost` that has signed itself, in PEM, valid from yesterday to tomorrow. */
export function localhostCertificate(): { readonly key: string; readonly cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = der(0x30, Buffer.from('06082a8648ce3d040302', 'hex'));
  const name = der(0x30, der(0x31, der(0x30, Buffer.from('0603550403', 'hex'), der(0x0c, Buffer.from('localhost')))));
  const day = 24 * 60 * 60 * 1000;
  const alternatives = der(0x30, der(0x82, Buffer.from('localhost')));
  const content = der(
    0x30,
    der(0xa0, der(0x02, Buffer.of(2))),
    der(0x02, Buffer.of(1)),
    algorithm,
    name,
    der(0x30, utcTime(Date.now() - day), utcTime(Date.now() + day)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, der(0x30, der(0x30, Buffer.from('0603551d11', 'hex'), der(0x04, alternatives)))),
  );
  const signature = der(0x03, Buffer.of(0), sign('sha256', content, privateKey));
  const lines =
    der(0x30, content, algorithm, signature)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
  };
}

/** One element of DER: tag, length, content. */
function der(tag: number, ...content: readonly Buffer[]): Buffer {
  const body = Buffer.concat(content);
  const { length } = body;
  if (length < 0x80) return Buffer.concat([Buffer.of(tag, length), body]);
  if (length < 0x100) return Buffer.concat([Buffer.of(tag, 0x81, length), body]);
  return Buffer.concat([Buffer.of(tag, 0x82, length >> 8, length & 0xff), body]);
}

const utcTime = (ms: number) =>
  der(0x17, Buffer.from(`${new Date(ms).toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`));
