import { setFlagsFromString } from 'node:v8';
import { EXIT } from './cli/arguments';
import { type Command, EXEC_HELP, helpText, parseCommand, parseExec, START } from './cli/flags';
import { keepHealthFile } from './cli/health-file';
import { runCommand } from './cli/run-command';
import { OF_A_SERVICE, variablesOf } from './cli/variables';
import { StartError } from './domain/errors';
import { Emulator } from './emulator';
import type { EmulatorOptions } from './options/options';
import { isLoopback, reachableAddresses } from './system/listen';
import { VERSION } from './version';

/** Commands beside the start, each loaded when it is typed. They return exit codes. */
const COMMANDS: Readonly<Record<string, (argv: readonly string[], env: NodeJS.ProcessEnv) => Promise<number>>> = {
  probe: async (...args) => (await import('./cli/probe')).runProbe(...args),
  'save-seed': async (...args) => (await import('./cli/save-seed')).runSaveSeed(...args),
};

// By default the heap may grow to twice the live data, and more at first. Half of that growth costs hardly any time.
setFlagsFromString('--heap-growing-percent=50');

void main();

async function main(): Promise<void> {
  // A reader that ends early, as head does, ends neither a service nor a command that has begun to change something.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', ignoreClosed);
  const [first = '', ...rest] = process.argv.slice(2);
  if (Object.hasOwn(COMMANDS, first)) {
    process.exitCode = await COMMANDS[first]?.(rest, process.env);
    return;
  }
  if (first === 'exec') return exec(rest);
  const command = parseCommand(process.argv.slice(2), process.env);
  switch (command.kind) {
    case 'help':
      process.stdout.write(helpText());
      return;
    case 'version':
      process.stdout.write(`${VERSION}\n`);
      return;
    case 'wrong':
      process.exitCode = START.refuse(command.problems);
      return;
    case 'start':
      return run(command);
  }
}

function ignoreClosed(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}

type Start = Extract<Command, { kind: 'start' }>;

async function run({ options, garage, output, healthFile }: Start): Promise<void> {
  // Before the first await: a signal during the start must not end the process halfway.
  const asked = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
  let removeHealthFile: (() => void) | undefined;
  const emulator = await start({ options, garage }, ({ baseUrl }) => {
    removeHealthFile = healthFile === undefined ? undefined : keepHealthFile(healthFile, baseUrl);
  });
  if (emulator === undefined) return;
  process.stdout.write(announce(emulator, options, output));
  process.stderr.write(warnOfOthers(emulator, options));
  await asked;
  removeHealthFile?.();
  await emulator.stop();
  process.exit(EXIT.ok);
}

/** Runs a command against an emulator that lives as long as it does, and ends with its exit code. */
async function exec(argv: readonly string[]): Promise<void> {
  const end = argv.indexOf('--');
  const parsed = parseExec(argv, process.env);
  if (parsed.kind === 'help') process.stdout.write(EXEC_HELP);
  if (parsed.kind === 'wrong') process.exitCode = START.refuse(parsed.problems);
  if (parsed.kind !== 'start') return;
  const emulator = await start(parsed);
  if (emulator === undefined) return;
  process.stderr.write(warnOfOthers(emulator, parsed.options));
  const unset = Object.fromEntries(OF_A_SERVICE.map((name) => [name, undefined]));
  const env = { ...process.env, ...unset, ...variablesOf(emulator, parsed.options) };
  const code = await runCommand(argv.slice(end + 1), env);
  await emulator.stop();
  process.exit(code);
}

/** Starts an emulator; undefined after it has said why that cannot be. `opened` may fail, too, with a StartError. */
async function start(
  { options, garage }: Pick<Start, 'options' | 'garage'>,
  opened: (emulator: Emulator) => void = () => {},
): Promise<Emulator | undefined> {
  let emulator: Emulator | undefined;
  try {
    const openPlane = garage && (await import('./wiring/garage')).overGarage(garage);
    emulator = await Emulator.start(options, openPlane);
    opened(emulator);
    return emulator;
  } catch (error) {
    await emulator?.stop();
    const says =
      error instanceof StartError ? error.message : `The emulator failed to start: ${(error as Error).stack}`;
    process.stderr.write(`${says}\n`);
    process.exitCode = EXIT.failed;
    return undefined;
  }
}

function announce(emulator: Emulator, options: EmulatorOptions, output: 'text' | 'json' | 'quiet'): string {
  const { baseUrl, s3Endpoint, dashboardUrl, token, projectId, caCertPem, caFile, awsEnvironment } = emulator;
  if (output === 'quiet') return '';
  const { adminToken } = options;
  // Elsewhere it would not work.
  const dashboardLink = isLoopback(options.host ?? '127.0.0.1') ? emulator.dashboardLink() : undefined;
  if (output === 'json') {
    const urls = { baseUrl, s3Endpoint, dashboardUrl, dashboardLink };
    return `${JSON.stringify({ ...urls, token, projectId, adminToken, caCertPem, caFile, awsEnvironment })}\n`;
  }
  const variables = Object.entries(variablesOf(emulator, options));
  return `Coffer emulator ${VERSION}: dialect ${dialectOf(options)}, data ${options.dataDir ?? 'in memory'}

  REST interface  ${baseUrl}
  S3 endpoint     ${s3Endpoint}
  Dashboard       ${dashboardUrl}
${dashboardLink === undefined ? '' : `  Open it once    ${dashboardLink}\n`}
${variables.map(([name, value]) => `export ${name}=${quote(value)}\n`).join('')}
${caCertPem !== undefined && caFile === undefined ? 'Other clients need the CA in a file: give --tls-ca or --data.\n' : ''}Ctrl-C stops it.
`;
}

/** Names the addresses at which others reach an emulator beyond loopback, and warns; empty for one that listens on loopback. */
function warnOfOthers({ baseUrl, s3Endpoint }: Emulator, { host = 'localhost', tls = false }: EmulatorOptions): string {
  if (isLoopback(host)) return '';
  const urls = (url: string) =>
    reachableAddresses(host).map((address) => url.replace(/\/\/.*(?=:\d+$)/, `//${address}`));
  const found = [...urls(baseUrl), ...urls(s3Endpoint)].map((url) => `  ${url}\n`).join('');
  const plain = tls ? '' : ', without encryption (--tls)';
  return `Warning: --host ${host} lets others on the network reach the emulator${plain}. Whoever has the token can use it.\n${found}`;
}

function dialectOf({ dialect, dialectFile }: EmulatorOptions): string {
  const from = dialectFile === undefined ? undefined : `from ${dialectFile}`;
  return dialect ?? from ?? 'conventional';
}

/** Quotes for a POSIX shell; plain words stay unquoted. */
function quote(text: string): string {
  return /^[\w.:/@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
