import { createPrivateKey, X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createCertificate, toPem } from '../../../../../framework/protocol/certificate/certificate';

const now = new Date('2026-03-04T05:06:07Z');

describe('createCertificate', () => {
  it('makes 300 certificates that can be read and verified and have the right content', () => {
    const serials = new Set<string>();

    for (let i = 0; i < 300; i++) {
      const { cert, der, key } = createCertificate(now);

      const read = new X509Certificate(cert);
      expect(read.raw.equals(der)).toBe(true);
      expect(read.verify(read.publicKey)).toBe(true);
      expect(read.serialNumber.length).toBe(32);
      expect(read.publicKey.asymmetricKeyDetails?.namedCurve).toBe('prime256v1');
      expect(key).toMatch(/^-----BEGIN PRIVATE KEY-----\n/);
      serials.add(read.serialNumber);
    }

    expect(serials.size).toBe(300);
  });

  it('has the extensions that both sides of mutual TLS need', () => {
    const read = new X509Certificate(createCertificate(now).cert);

    expect(read.subjectAltName).toBe('DNS:localhost');
    expect(read.checkHost('localhost')).toBe('localhost');
    expect(read.ca).toBe(true);
    expect(read.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1', '1.3.6.1.5.5.7.3.2']);
    // Key usage, critical, with the bits for signatures and for certificates, without trailing zero bits.
    expect(read.raw.toString('hex')).toContain('0603551d0f0101ff040403020284');
    expect(read.subject).toBe('CN=localhost');
    expect(read.issuer).toBe('CN=localhost');
    expect(new Date(read.validFrom)).toEqual(new Date('2026-03-03T05:06:07Z'));
    expect(new Date(read.validTo)).toEqual(new Date('2036-03-01T05:06:07Z'));
  });

  it('writes years from 2050 on with four digits', () => {
    const read = new X509Certificate(createCertificate(new Date('2045-01-01T00:00:00Z')).cert);

    expect(new Date(read.validFrom)).toEqual(new Date('2044-12-31T00:00:00Z'));
    expect(new Date(read.validTo)).toEqual(new Date('2054-12-30T00:00:00Z'));
  });

  it('takes a key of another curve', () => {
    const { cert, key } = createCertificate(now, 'P-521');
    const read = new X509Certificate(cert);

    expect(read.publicKey.asymmetricKeyDetails?.namedCurve).toBe('secp521r1');
    expect(read.verify(read.publicKey)).toBe(true);
    expect(read.checkPrivateKey(createPrivateKey(key))).toBe(true);
  });
});

describe('toPem', () => {
  it.each([0, 1, 47, 48, 49, 96])('has no empty line for %i bytes', (length) => {
    const lines = toPem('X', Buffer.alloc(length)).split('\n');

    expect(lines.pop()).toBe('');
    expect(lines[0]).toBe('-----BEGIN X-----');
    expect(lines.at(-1)).toBe('-----END X-----');
    expect(lines.every((line) => line.length > 0 && line.length <= 64)).toBe(true);
  });
});
