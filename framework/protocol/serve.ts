import './stdout-guard';
import { writeSync } from 'node:fs';
import { messageOf, printable } from '../failure';
import type { Environment, Provider, ProviderNames } from '../provider';
import { noteHandled, noteRejection, noteUncaught } from '../server/forgotten';
import { describe } from '../server/operation';
import { createProviderServer, type ProviderServer } from '../server/provider-server';
import { listen } from './address';
import type { Serving } from './attach';
import { createCertificate } from './certificate/certificate';
import { Connections } from './connections';
import { processEnvironment } from './environment';
import { unexpected } from './failure-diagnostics';
import { createGrpcServer } from './grpc/server';
import { handshakeLine, startedByHand, startedByHost } from './handshake';
import { exitProcess, Lifetime, refuseExit } from './lifetime';
import { logUncaught } from './log';
import { isOutputLost, print } from './print';
import { reattachText } from './reattach';

// Terraform shows nothing of a process that ends while the provider's code is loaded.
if (startedByHost(process.env)) {
  refuseExit();
  process.once('uncaughtException', failToStart);
}

interface Program {
  readonly names: ProviderNames;
  /** Makes the provider server of a connection. */
  readonly createServer: (environment: Environment) => ProviderServer;
  readonly environment: Environment;
}

/**
 * Runs this process as a provider, and returns at once; to be called once. The main file of a provider needs nothing else. A process that a host
 * started serves that host and ends with it; `--debug` serves any host until a signal; `attach` runs a command; `--help` and `--version` print;
 * without arguments the exit code is 1, with others 2. A failed start prints one line to stdout, with exit code 1. An uncaught exception is logged,
 * with its words at level debug, and aborts the open calls, not the process: one that has no result then, or an apply three seconds after the last response, ends
 * with an error. Importing this module sends `console` and `process.stdout` to stderr: import it first.
 */
export function serve<C>(provider: Provider<C>): void {
  process.off('uncaughtException', failToStart);
  run(provider).catch(failToStart);
}

async function run<C>(provider: Provider<C>): Promise<void> {
  if (!provider) throw new Error(`serve(provider) got ${provider}: its modules may import one another in a circle.`);
  const environment = processEnvironment(provider.typeName);
  const createServer = (given: Environment) => createProviderServer(provider, given);
  const program: Program = { names: provider, createServer, environment };
  // The process does not exit, because objects of running operations would then be missing in state.
  onUncaught((error, event) => {
    logUncaught(event, error, environment.now);
    environment.log('debug', 'unexpected error', { event, detail: describe(provider, error, 'operation').detail });
  });
  refuseExit();

  if (startedByHost(process.env)) return serveHost(program);
  const [mode, ...rest] = process.argv.slice(2);
  if (mode === 'attach') return serveCommand(program, rest);
  const unknown = MODES.includes(mode ?? '') ? rest[0] : mode;
  if (unknown !== undefined) {
    const kind = unknown.startsWith('-') ? 'option' : 'command';
    writeSync(2, `There is no ${kind} ${printable(unknown)}.\n\n${startedByHand(provider)}`);
    process.exitCode = 2;
  } else if (mode === '--debug') {
    await serveForDebugging(program);
  } else if (mode === '--version') {
    print(`${provider.source}${SERVED_VERSION === undefined ? ', built without a version' : ` ${SERVED_VERSION}`}\n`);
  } else if (mode !== undefined) {
    print(startedByHand(provider));
  } else {
    writeSync(2, startedByHand(provider));
    process.exitCode = 1;
  }
}

/** The arguments that stand alone. `attach` has arguments of its own. */
const MODES = ['--debug', '--help', '-h', '--version'];

/** The version of the provider, which its bundler writes here. */
const SERVED_VERSION = process.env.TERRAFORM_PROVIDER_VERSION;

/** Ends a process that cannot start. The host shows the first line of stdout, but not stderr. */
function failToStart(error: unknown): never {
  const line = `The provider cannot start: ${printable(messageOf(error)).replaceAll('\n', ' ')}\n`;
  if (!print(line)) writeSync(2, line);
  exitProcess(1);
}

/** Serves the host that started this process, and ends when the host ends. */
async function serveHost({ names, createServer, environment }: Program): Promise<void> {
  if (isOutputLost()) {
    writeSync(
      2,
      'The provider cannot start: its standard output is closed or /dev/null, where the host reads how to reach it.\n',
    );
    exitProcess(1);
  }
  const { env } = environment;
  const lifetime = new Lifetime();
  lifetime.watchParent();
  // Ctrl-C, Ctrl-\ and the end of a terminal reach the whole process group. The host decides what follows.
  for (const signal of ['SIGINT', 'SIGBREAK', 'SIGHUP', 'SIGQUIT']) process.on(signal, () => {}); // SIGBREAK: Ctrl-Break on Windows
  // The host may receive SIGTERM, too, and then wait for results. If it exits, this process follows (F9).
  process.on('SIGTERM', lifetime.stop);

  const { exitAfterResponse, leave } = lifetime;
  const connections = new Connections(createServer, environment, {
    shutdown: exitAfterResponse,
    gone: () => leave(),
    lastClosed: () => leave(),
  });
  failCallsOnUncaught(connections);
  const certificate = env.PLUGIN_CLIENT_CERT ? createCertificate(new Date()) : undefined;
  const server = createGrpcServer({
    connect: connections.connect,
    ...(certificate && {
      tls: { key: certificate.key, cert: certificate.cert, clientCert: env.PLUGIN_CLIENT_CERT ?? '' },
    }),
  });
  const address = await listen(server, names.typeName, env);
  lifetime.prepare(connections, address.remove);
  if (!print(`${handshakeLine(address, certificate?.der, env)}\n`)) lifetime.exit(); // the host is already gone
}

/** Serves any number of hosts, one after another or at the same time, until it is interrupted. */
async function serveForDebugging(program: Program): Promise<void> {
  const { address, lifetime } = await serveMany(program);
  for (const signal of ['SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGTERM']) process.on(signal, lifetime.drain);
  if (print(reattachText(program.names.source, address, process.pid))) return;
  writeSync(2, 'Nobody reads standard output, where --debug says how to attach to the provider.\n');
  lifetime.leave(1);
}

/** Serves every host that a command starts, as `attach.ts` says. */
async function serveCommand(program: Program, args: readonly string[]): Promise<void> {
  const { names, createServer, environment } = program;
  // Imported only here, because a process that a host starts does not need it.
  const { attach } = await import('./attach');
  await attach(names, args, environment, (attached) =>
    serveMany({ ...program, createServer: (given) => createServer({ ...given, attached: attached() }) }),
  );
}

/** Listens without TLS, which reattaching does not support. On Windows every account of the machine can connect. */
async function serveMany({ names, createServer, environment }: Program): Promise<Serving> {
  const lifetime = new Lifetime();
  const ignored = { shutdown: () => {}, gone: () => {}, lastClosed: () => {} };
  const connections = new Connections(createServer, environment, ignored);
  failCallsOnUncaught(connections);
  const server = createGrpcServer({ connect: connections.connect });
  const address = await listen(server, names.typeName, environment.env);
  lifetime.prepare(connections, address.remove);
  return { address, lifetime, connections };
}

/** Time that a handler gets to end, or to await it, after a rejection that nothing has awaited, in milliseconds. */
const REJECTED_MS = 3_000;

/** Lets open calls end after an uncaught exception, which would leave one of them without a response. */
function failCallsOnUncaught(connections: Connections): void {
  // Not at once: Bun loops for ever if a stream is written to while an exception of a callback is being reported.
  process.on('uncaughtException', (error) => {
    noteUncaught(error, unexpected(error));
    setTimeout(() => connections.failAll(error));
  });
  process.on('unhandledRejection', (error, promise) => {
    const call = noteRejection(promise, error);
    // A handler that ends is judged then. One that waits for what will never come has to be ended.
    if (!call) setTimeout(() => connections.failAll(error));
    else
      setTimeout(() => {
        if (call.forgotten.has(promise)) call.fail(unexpected(error), Promise.resolve());
      }, REJECTED_MS).unref();
  });
  process.on('rejectionHandled', noteHandled);
}

function onUncaught(listener: (error: unknown, event: string) => void): void {
  for (const event of ['uncaughtException', 'unhandledRejection']) {
    process.on(event, (error: unknown) => listener(error, event));
  }
}
