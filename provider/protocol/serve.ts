import { writeSync } from 'node:fs';
import type { Environment } from '../framework/provider';
import type { ProviderServer } from '../framework/server/provider-server';
import { type Address, listen } from './address';
import { createCertificate } from './certificate/certificate';
import { Connections } from './connections';
import { processEnvironment } from './environment';
import { stackOf } from './failure';
import { createGrpcServer } from './grpc/server';
import { handshakeLine, STARTED_BY_HAND, startedByHost } from './handshake';
import { type Duties, Lifetime } from './lifetime';
import { reattachText } from './reattach';

/** Makes the provider that one connection is served with. */
export type CreateServer = (environment: Environment) => ProviderServer;

/** Runs this process as a provider: started by Terraform or OpenTofu, or by hand with `--debug`. */
export async function serve(createServer: CreateServer): Promise<void> {
  const environment = processEnvironment();
  // A forgotten promise must not take down the operations beside it: what they made would be missing in state.
  for (const event of ['uncaughtException', 'unhandledRejection']) {
    process.on(event, (error) => environment.log('error', 'unexpected error', { event, stack: stackOf(error) }));
  }

  if (process.argv.includes('--debug')) return serveForDebugging(createServer, environment);
  if (startedByHost(process.env)) return serveHost(createServer, environment);
  writeSync(2, STARTED_BY_HAND);
  process.exitCode = 1;
}

/** Ends the process when it cannot start. The host shows its first line on stdout, and would hide one on stderr. */
export function failToStart(error: unknown): never {
  const reason = error instanceof Error ? error.message : String(error);
  writeSync(1, `The provider cannot start: ${reason}\n`);
  process.exit(1);
}

/** Serves the host that started this process, and ends with it. */
async function serveHost(createServer: CreateServer, environment: Environment): Promise<void> {
  const { env } = environment;
  const lifetime = new Lifetime();
  lifetime.watchParent();
  // Ctrl-C and the end of a terminal reach the whole process group. It is for the host to decide what follows.
  for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => {});
  process.on('SIGTERM', () => lifetime.leave(143));

  const { exitAfterAnswer, leave } = lifetime;
  const connections = new Connections(createServer, environment, {
    shutdown: exitAfterAnswer,
    gone: () => leave(),
    lastClosed: () => leave(),
  });
  const certificate = env.PLUGIN_CLIENT_CERT ? createCertificate({ now: new Date() }) : undefined;
  const server = createGrpcServer({
    connect: connections.connect,
    ...(certificate && {
      tls: { key: certificate.key, cert: certificate.cert, clientCert: env.PLUGIN_CLIENT_CERT ?? '' },
    }),
  });
  const address = await listen(server, env);
  lifetime.prepare(dutiesTo(connections, address));
  try {
    writeSync(1, `${handshakeLine(address, certificate?.der, env)}\n`);
  } catch {
    lifetime.exit(); // the host is gone already
  }
}

/** Serves any number of hosts, one after another or at the same time, until it is interrupted. */
async function serveForDebugging(createServer: CreateServer, environment: Environment): Promise<void> {
  const lifetime = new Lifetime();
  const nothing = () => {};
  const connections = new Connections(createServer, environment, {
    shutdown: nothing,
    gone: nothing,
    lastClosed: nothing,
  });
  const server = createGrpcServer({ connect: connections.connect });
  const address = await listen(server, environment.env);
  lifetime.prepare(dutiesTo(connections, address));
  for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM']) process.on(signal, () => lifetime.leave());
  writeSync(1, reattachText(address, process.pid));
}

const dutiesTo = (connections: Connections, address: Address): Duties => ({
  cancel: () => connections.cancelAll(),
  hasOpen: () => connections.hasOpen,
  cleanUp: address.remove,
});
