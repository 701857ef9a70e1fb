import { writeSync } from 'node:fs';
import type { Environment } from '../framework/provider';
import type { ProviderServer } from '../framework/server/provider-server';
import { type Address, listen } from './address';
import { createCertificate } from './certificate/certificate';
import { Connections } from './connections';
import { processEnvironment } from './environment';
import { createGrpcServer } from './grpc/server';
import { handshakeLine, STARTED_BY_HAND, startedByHost } from './handshake';
import { type Duties, Lifetime } from './lifetime';
import { logUncaught } from './log';
import { OpenConnections } from './open-connections';
import { print } from './print';
import { reattachText } from './reattach';

/** Makes the provider that one connection is served with. */
export type CreateServer = (environment: Environment) => ProviderServer;

/** Runs this process as a provider: started by Terraform or OpenTofu, by hand with `--debug`, or around a command with `attach`. */
export async function serve(createServer: CreateServer): Promise<void> {
  const environment = processEnvironment();
  // The process goes on: what the operations under way have made would be missing in state.
  onUncaught((error, event) => logUncaught(event, error, environment.now));

  if (startedByHost(process.env)) return serveHost(createServer, environment);
  const [mode, ...rest] = process.argv.slice(2);
  if (mode === '--debug') return serveForDebugging(createServer, environment);
  if (mode === 'attach') return serveCommand(createServer, environment, rest);
  writeSync(2, STARTED_BY_HAND);
  process.exitCode = 1;
}

/** Ends the process when it cannot start. The host shows its first line on stdout, and would hide one on stderr. */
export function failToStart(error: unknown): never {
  const reason = error instanceof Error ? error.message : String(error);
  const line = `The provider cannot start: ${reason}\n`;
  if (!print(line)) writeSync(2, line);
  process.exit(1);
}

/** Serves the host that started this process, and ends with it. */
async function serveHost(createServer: CreateServer, environment: Environment): Promise<void> {
  const { env } = environment;
  const lifetime = new Lifetime();
  lifetime.watchParent();
  // Ctrl-C, Ctrl-\ and the end of a terminal reach the whole process group. It is for the host to decide what follows.
  for (const signal of ['SIGINT', 'SIGBREAK', 'SIGHUP', 'SIGQUIT']) process.on(signal, () => {}); // SIGBREAK: Ctrl-Break on Windows
  // The host may get it, too, and then waits for the results of what was sent; if it goes, this process goes with it (P44).
  process.on('SIGTERM', lifetime.stop);

  const { exitAfterResponse, leave } = lifetime;
  const connections = new Connections(createServer, environment, {
    shutdown: exitAfterResponse,
    gone: () => leave(),
    lastClosed: () => leave(),
  });
  failCallsOnUncaught(connections);
  const certificate = env.PLUGIN_CLIENT_CERT ? createCertificate({ now: new Date() }) : undefined;
  const server = createGrpcServer({
    connect: connections.connect,
    ...(certificate && {
      tls: { key: certificate.key, cert: certificate.cert, clientCert: env.PLUGIN_CLIENT_CERT ?? '' },
    }),
  });
  const address = await listen(server, env);
  lifetime.prepare(dutiesTo(connections, address));
  if (!print(`${handshakeLine(address, certificate?.der, env)}\n`)) lifetime.exit(); // the host is gone already
}

/** Serves any number of hosts, one after another or at the same time, until it is interrupted. */
async function serveForDebugging(createServer: CreateServer, environment: Environment): Promise<void> {
  const { address, lifetime } = await serveMany(createServer, environment);
  for (const signal of ['SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGTERM']) process.on(signal, lifetime.drain);
  if (print(reattachText(address, process.pid))) return;
  writeSync(2, 'Nobody reads standard output, where --debug says how to attach to the provider.\n');
  lifetime.leave(1);
}

/** Serves every host that a command starts, and ends with the command, with its exit code. */
async function serveCommand(
  createServer: CreateServer,
  environment: Environment,
  args: readonly string[],
): Promise<void> {
  // Loaded here and not above: a host that starts this process never needs it.
  const { attach } = await import('./attach');
  await attach(args, environment, (attached) =>
    serveMany((given) => createServer({ ...given, attached: attached() }), environment),
  );
}

/** Listens without TLS, which re-attaching does not know: the socket lies where only this account can connect. */
async function serveMany(createServer: CreateServer, environment: Environment) {
  const lifetime = new Lifetime();
  const nothing = () => {};
  const connections = new Connections(createServer, environment, {
    shutdown: nothing,
    gone: nothing,
    lastClosed: nothing,
  });
  failCallsOnUncaught(connections);
  const open = new OpenConnections();
  const server = createGrpcServer({ connect: open.counting(connections.connect) });
  const address = await listen(server, environment.env);
  lifetime.prepare(dutiesTo(connections, address));
  return { address, lifetime, open };
}

/** Answers what an exception that nobody caught would leave unanswered. */
function failCallsOnUncaught(connections: Connections): void {
  // Not at once: Bun spins for ever when a stream is written to while an exception of a callback is being reported.
  onUncaught((error) => setTimeout(() => connections.failAll(error)));
}

function onUncaught(listener: (error: unknown, event: string) => void): void {
  for (const event of ['uncaughtException', 'unhandledRejection']) {
    process.on(event, (error: unknown) => listener(error, event));
  }
}

const dutiesTo = (connections: Connections, address: Address): Duties => ({
  stop: () => connections.stopAll(),
  end: () => connections.endAll(),
  isBusy: () => connections.isBusy,
  cleanUp: address.remove,
});
