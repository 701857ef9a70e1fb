import { X509Certificate } from 'node:crypto';
import { expect, it } from 'vitest';
import { createCertificate, toPem } from '../../../../../framework/protocol/certificate/certificate';

const now = new Date('2026-03-04T05:06:07Z');

it('300 certificates can be read and verified, and have the right content', () => {
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

it('years from 2050 on have four digits', () => {
  const read = new X509Certificate(createCertificate(new Date('2045-01-01T00:00:00Z')).cert);

  expect(new Date(read.validFrom)).toEqual(new Date('2044-12-31T00:00:00Z'));
  expect(new Date(read.validTo)).toEqual(new Date('2054-12-30T00:00:00Z'));
});

it.each([0, 1, 47, 48, 49, 96])('a PEM of %i bytes has no empty line', (length) => {
  const lines = toPem('X', Buffer.alloc(length)).split('\n');

  expect(lines.pop()).toBe('');
  expect(lines[0]).toBe('-----BEGIN X-----');
  expect(lines.at(-1)).toBe('-----END X-----');
  expect(lines.every((line) => line.length > 0 && line.length <= 64)).toBe(true);
});
