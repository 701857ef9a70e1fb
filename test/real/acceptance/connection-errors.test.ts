import { rootCertificates } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { startPlain, startTls } from '../../host/provider/client/nasty-servers';
import { Workspace } from '../../support/workspace';
import { onOneTerraform } from './support/on-each-terraform';

/** The errors that a practitioner sees when a connection fails, with the built provider's TLS, not that of the Node that runs the tests. */

interface Diagnostic {
  readonly summary: string;
  readonly detail: string;
}

/** The errors of a plan that reads one list. */
async function errorsWith(
  terraform: string,
  settings: Readonly<Record<string, string>>,
): Promise<readonly Diagnostic[]> {
  const target = { baseUrl: '', token: 'canary-token', projectId: 'p' };
  await using workspace = await Workspace.create(target, {
    env: { COFFER_BASE_URL: undefined, ...settings },
    terraform,
  });
  await workspace.write('provider "coffer" {}\ndata "coffer_secrets" "all" {}\n');
  const { stdout, output } = await workspace.run(['plan', '-json', '-input=false']);
  expect(output).not.toContain('canary');
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { diagnostic?: Diagnostic & { severity: string } });
  return lines.flatMap(({ diagnostic }) => (diagnostic?.severity === 'error' ? [diagnostic] : []));
}

onOneTerraform('first', (terraform) => {
  const errorsOf = (settings: Readonly<Record<string, string>>) => errorsWith(terraform, settings);

  describe('a plan', () => {
    it.each([
      ['another host', { host: 'other.test' }, true, 'is for another host name'],
      ['a time that is over', { days: [-2, -1] }, true, 'has expired'],
      ['a time to come', { days: [1, 2] }, true, 'is not valid yet'],
      ['itself as authority', {}, false, 'is self-signed, and so not trusted'],
      ['an unknown authority', { authority: 'Nobody' }, false, 'comes from an authority that is not trusted'],
    ] as const)('names a certificate with %s', async (_kind, options, trusted, expected) => {
      const { port, cert } = await startTls(options);

      const errors = await errorsOf({
        COFFER_BASE_URL: `https://localhost:${port}`,
        ...(trusted && { COFFER_CA_CERT_PEM: cert }),
      });

      expect(errors).toMatchObject([{ summary: 'Cannot read data source coffer_secrets' }]);
      expect(errors[0]?.detail).toContain(expected);
      expect(errors[0]?.detail).toContain(`https://localhost:${port}`);
    });

    it('names https:// to a port of plain HTTP', async () => {
      const port = await startPlain();

      const [error] = await errorsOf({ COFFER_BASE_URL: `https://localhost:${port}` });

      expect(error?.detail).toContain(`such as http://localhost:${port}.`);
    });

    it('takes certificates that the run-time of the provider knows', async () => {
      const [pem = ''] = rootCertificates;
      const port = await startPlain();

      expect(await errorsOf({ COFFER_BASE_URL: `http://localhost:${port}`, COFFER_CA_CERT_PEM: pem })).toEqual([]);
    });
  });
});
