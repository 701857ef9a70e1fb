import type { Work } from '../report/figures';
import { measureToLine } from '../support/stopwatch';
import { takingTurns } from '../support/turns';
import { secrets } from './contender';
import type { Run } from './service';

/**
 * A client certificate (P-521, self-signed, `CN=localhost`) of the kind that Terraform passes to each provider it starts. No
 * connection uses it here: its private key was discarded, and it only makes the provider set up mutual TLS.
 */
const CLIENT_CERTIFICATE = `\
-----BEGIN CERTIFICATE-----
MIICBjCCAWigAwIBAgIUMEIWIH7LWhrAn0eyIYX/32dCzr8wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTEzMjI0NloYDzIxMjYxMDI4
MTMyMjQ2WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwgZswEAYHKoZIzj0CAQYFK4EE
ACMDgYYABACvj78l0oGkvzdhcwgZU85Gmccq50XUFuj31B5t+MqAQ5Zus6hDWaQa
Kv3wo+0AN6fNqegwDNLnu2JmZQNednb6OQC5tUjou2IgcQyFTxBtXIf/j/RbkXKK
fZcpeOEMlQ0GSL2qUW9Yu+jSStzj9TgU1uTzk6+q7g2zAbC49E7HbVStP6NTMFEw
HQYDVR0OBBYEFMC8UdvY4XXdAHWDvkrYE/A5qzCTMB8GA1UdIwQYMBaAFMC8UdvY
4XXdAHWDvkrYE/A5qzCTMA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDgYsA
MIGHAkIB0xNQ14bhUhRHzHEaLfvaT+kZJYXifmbJ+gP99LJG64/TICXOA8lMwryg
6HFDcSgX34ZHNp456dG/YOshMxsiCooCQX3ixaLhmrm2NPy47+QZN5h0bfJx4sbY
XpNZ0+1uE0mJt41xXA9X+NFOtr8+phl89ZTkO5+R9a4gODHYLycnvha4
-----END CERTIFICATE-----
`;

const WALL: Work = { name: 'exec → handshake', unit: 'ms', budget: '≤ 1.8 ×' };
const CPU: Work = { name: 'exec → handshake, CPU', unit: 'ms' };
const MEMORY: Work = { name: 'resident memory at handshake', unit: 'MiB', budget: '≤ 60 MiB' };

/** Handshake line of go-plugin; the last field is the server's certificate, which is present only with mutual TLS. */
const HANDSHAKE = /^1\|6\|(unix|tcp)\|[^|]+\|grpc\|[^|]+$/;

/** Environment that Terraform sets for a provider that it starts. */
const GO_PLUGIN = {
  TF_PLUGIN_MAGIC_COOKIE: 'd602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2',
  PLUGIN_PROTOCOL_VERSIONS: '6',
  PLUGIN_CLIENT_CERT: CLIENT_CERTIFICATE,
};

/** Nothing listens at this address: no provider calls its server before it is configured. */
const NO_SERVICE = { baseUrl: 'http://127.0.0.1:9', token: 'unused', projectId: 'unused' };

/** Starts providers as Terraform does, with a client certificate, up to the handshake line. The first round warms caches, also of compiled code. */
export async function measureStart({ drivers, startService, figures }: Run, rounds: number): Promise<void> {
  const installed = drivers.flatMap(({ installation, ...driver }) => {
    return installation ? [{ ...driver, installation }] : [];
  });
  for (const driver of installed) {
    await using service = await startService();
    const workspace = await driver.workspace(secrets(1, driver), service);
    await workspace.apply();
    await workspace.plan();
  }
  for (const { contender, round } of takingTurns('start', installed, rounds + 1)) {
    const { label, installation, environment } = contender;
    const env = { ...environment(NO_SERVICE), ...GO_PLUGIN };
    const { wallMs, cpuMs, residentMib } = await measureToLine({ command: [installation.executable], env }, HANDSHAKE);
    if (round === 0) continue;
    figures.add(WALL, label, wallMs);
    figures.add(CPU, label, cpuMs);
    figures.add(MEMORY, label, residentMib);
  }
}
