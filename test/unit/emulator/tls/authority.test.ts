import { X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import { expect, test } from 'vitest';
import { createAuthority, isLasting, issue } from '../../../../emulator/tls/authority';

test('thirty certificates are well-formed, fit their keys and are signed by the authority', async () => {
  const authority = await createAuthority();
  const ca = new X509Certificate(authority.cert);

  for (let n = 0; n < 30; n += 1) {
    const issued = await issue(authority, [`b${n}.localhost`]);
    const certificate = new X509Certificate(issued.cert);

    expect(certificate.subjectAltName).toBe(`DNS:b${n}.localhost`);
    expect(certificate.verify(ca.publicKey) && certificate.checkIssued(ca)).toBe(true);
    expect(createSecureContext(issued)).toHaveProperty('context');
  }
});

test('a certificate is for servers, with a serial number of its own, and good for a year', async () => {
  const authority = await createAuthority();

  const [first, second] = (await Promise.all([issue(authority, ['::1']), issue(authority, ['::1'])])).map(
    ({ cert }) => new X509Certificate(cert),
  );

  expect(first?.ca).toBe(false);
  expect(first?.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1']);
  expect(first?.subjectAltName).toBe('IP Address:0:0:0:0:0:0:0:1');
  expect(first?.serialNumber).not.toBe(second?.serialNumber);
  expect(Number(first?.validToDate) - Date.now()).toBeLessThanOrEqual(365 * 24 * 60 * 60 * 1000);
});

test('an authority lasts, a certificate for a year does not', async () => {
  const authority = await createAuthority();

  expect(isLasting(authority)).toBe(true);
  expect(isLasting(await issue(authority, ['localhost']))).toBe(false);
});
