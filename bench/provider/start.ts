import type { Figures, Work } from '../report/figures';
import { measureToLine } from '../support/stopwatch';
import { takingTurns } from '../support/turns';
import { CLIENT_CERTIFICATE } from './client-certificate';
import type { Driver } from './contender';
import type { Measure } from './measure';

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
const NO_SERVICE = { url: 'http://127.0.0.1:9', token: 'unused', projectId: 'unused' };

/**
 * Starts each provider as Terraform does, with a client certificate, up to the handshake line. It has been used before: the edition for
 * Node keeps compiled code. The first round warms caches.
 */
export async function measureStart(
  drivers: readonly Driver[],
  { rounds, startService, onTurn }: Measure,
  figures: Figures,
): Promise<void> {
  const installed = drivers.filter(({ contender }) => contender.installation);
  for (const driver of installed) {
    await using service = await startService();
    const workspace = await driver.workspace(1, service);
    await workspace.apply();
    await workspace.plan();
  }
  for (const { contender: driver, round } of takingTurns(installed, rounds + 1, onTurn('start'))) {
    const { label, installation } = driver.contender;
    if (!installation) continue;
    const env = { ...driver.environment(NO_SERVICE), ...GO_PLUGIN };
    const { wallMs, cpuMs, residentMib } = await measureToLine({ command: [installation.executable], env }, HANDSHAKE);
    if (round === 0) continue;
    figures.add(WALL, label, wallMs);
    figures.add(CPU, label, cpuMs);
    if (residentMib !== undefined) figures.add(MEMORY, label, residentMib);
  }
}
