import { X509Certificate } from 'node:crypto';
import { expect, test } from 'vitest';
import { createAuthority, issue } from '../../../../emulator/tls/authority';

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
