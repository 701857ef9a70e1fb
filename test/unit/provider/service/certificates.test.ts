import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { Diagnostics } from '../../../../framework/diagnostic';
import { validateAttributes } from '../../../../framework/schema/validate';
import { attributes, config, GOOD, OTHER_PEM, PEM, pemFile, read } from './reading';

const INCOMPLETE = 'It holds no complete certificate between -----BEGIN CERTIFICATE----- and -----END CERTIFICATE-----';

describe('certificates', () => {
  const problemsOf = (ca_cert_pem: string) => {
    const diagnostics = new Diagnostics();
    validateAttributes(attributes, config({ ca_cert_pem }), diagnostics);
    return diagnostics.all.map(({ detail }) => detail);
  };

  it('may be one or more, with text between them', () => {
    expect(problemsOf(`# one\r\n${PEM}\n\nand another\n${OTHER_PEM}\n`)).toEqual([]);
  });

  it('may not be the name of a file; the error quotes it and says what to write instead', () => {
    expect(problemsOf('/etc/ssl/ca.pem')).toEqual([
      'ca_cert_pem requires the certificates themselves, not a file name: write file("/etc/ssl/ca.pem"), or ' +
        'ca_cert_file = "/etc/ssl/ca.pem".',
    ]);
  });

  it.each(['', ' ', 'a\nb', 'a\rb', '-----a', 'a'.repeat(4097)])('may not be what is no name of a file: %j', (text) => {
    expect(problemsOf(text)).toEqual([`${INCOMPLETE}.`]);
  });

  it('may not be a key, which the error does not quote', () => {
    const key = '-----BEGIN PRIVATE KEY-----\ncanary\n-----END PRIVATE KEY-----\n';

    expect(problemsOf(key)).toEqual([`${INCOMPLETE}; it holds a PRIVATE KEY.`]);
  });

  it('must be complete', () => {
    expect(problemsOf(`${PEM}\n${OTHER_PEM.replace(/\n.{60}/, '\n')}`)).toEqual([
      'Certificate number 2 of 2 in it cannot be read: it is damaged.',
    ]);
    expect(problemsOf(`${PEM.replace(/\n.{60}/, '\n')}\n${OTHER_PEM}`)).toEqual([
      'Certificate number 1 of 2 in it cannot be read: it is damaged.',
    ]);
    const CUT =
      'A certificate in it is truncated or damaged: its last line is incomplete, or it contains an invalid character.';
    expect(problemsOf(PEM.slice(0, 200))).toEqual([CUT]);
    expect(problemsOf(PEM.replace('MII', 'MI-'))).toEqual([CUT]);
    expect(problemsOf(`${PEM}\n${OTHER_PEM.slice(0, 200)}`)).toEqual([CUT]);
  });

  it('may be read from a file', () => {
    expect(read({ ...GOOD, ca_cert_file: pemFile(PEM) }).settings?.caCertPem).toBe(PEM);
  });

  it.each([
    [
      'a file that is not there',
      () => '/nowhere/ca.pem',
      'cannot be read (ENOENT). Give the path of a file with certificates in PEM, absolute or relative to the folder that Terraform runs in.',
    ],
    ['a folder', () => tmpdir(), 'is not a file of certificates. It is not a regular file.'],
    ['a device', () => '/dev/null', 'is not a file of certificates. It is not a regular file.'],
    ['a file without a certificate', () => pemFile('canary'), `is not a file of certificates. ${INCOMPLETE}.`],
  ])('%s is an error of its own', (_what, fileOf, expected) => {
    const ca_cert_file = fileOf();
    const { problems, diagnostics } = read({ ...GOOD, ca_cert_file });

    expect(problems).toEqual(['ca_cert_file: Invalid ca_cert_file']);
    expect(diagnostics.all[0]?.detail).toBe(`${JSON.stringify(ca_cert_file)} ${expected}`);
  });
});
