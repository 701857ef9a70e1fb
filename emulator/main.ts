import { resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { EXIT } from './cli/arguments';
import { type Command, helpText, parseCommand, START } from './cli/flags';
import { keepHealthFile } from './cli/health-file';
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

async function run({ options, garage, output, healthFile }: Extract<Command, { kind: 'start' }>): Promise<void> {
  // Before the first await: a signal during the start must not end the process halfway.
  const asked = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
  let emulator: Emulator | undefined;
  let removeHealthFile: (() => void) | undefined;
  try {
    const openPlane = garage && (await import('./wiring/garage')).overGarage(garage);
    emulator = await Emulator.start(options, openPlane);
    removeHealthFile = healthFile === undefined ? undefined : keepHealthFile(healthFile, emulator.baseUrl);
  } catch (error) {
    await emulator?.stop();
    const says =
      error instanceof StartError ? error.message : `The emulator failed to start: ${(error as Error).stack}`;
    process.stderr.write(`${says}\n`);
    process.exitCode = EXIT.failed;
    return;
  }
  process.stdout.write(announce(emulator, options, output));
  process.stderr.write(warnOfOthers(emulator, options));
  await asked;
  removeHealthFile?.();
  await emulator.stop();
  process.exit(EXIT.ok);
}

function announce(emulator: Emulator, options: EmulatorOptions, output: 'text' | 'json' | 'quiet'): string {
  const { baseUrl, s3Endpoint, dashboardUrl, token, projectId, caCertPem, caFile, awsEnvironment } = emulator;
  if (output === 'quiet') return '';
  const { adminToken } = options;
  if (output === 'json')
    return `${JSON.stringify({ baseUrl, s3Endpoint, dashboardUrl, token, projectId, adminToken, caCertPem, caFile, awsEnvironment })}\n`;
  return `Coffer emulator ${VERSION}: dialect ${dialectOf(options)}, data ${options.dataDir ?? 'in memory'}

  REST interface  ${baseUrl}
  S3 endpoint     ${s3Endpoint}
  Dashboard       ${dashboardUrl}
${isLoopback(options.host ?? '127.0.0.1') ? `  Open it once    ${emulator.dashboardLink()}\n` : ''}
export COFFER_BASE_URL=${quote(baseUrl)}
export COFFER_TOKEN=${quote(token)}
export COFFER_PROJECT_ID=${quote(projectId)}
${adminToken === undefined ? '' : `export COFFER_EMULATOR_ADMIN_TOKEN=${quote(adminToken)}\n`}${lags(options) ? '' : 'export COFFER_LIST_CONFIRMATION=0s\n'}${caCertPem === undefined ? '' : trustBlock(caCertPem, caFile)}${awsEnvironment === undefined ? '' : awsBlock(awsEnvironment)}
Ctrl-C stops it.
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

/** Whether lists may lag, or a dialect file decides that: then the provider keeps its own wait for objects missing from lists. */
const lags = ({ settle = 'immediate', lag = {}, dialectFile }: EmulatorOptions) =>
  settle !== 'immediate' || dialectFile !== undefined || Object.values(lag).some((value) => Number(value) > 0);

/** Environment that opens the buckets of the start to AWS clients; where to find the authority is said with the certificates. */
function awsBlock({ AWS_CA_BUNDLE: _, ...environment }: Readonly<Record<string, string>>): string {
  const lines = Object.entries(environment).map(([name, value]) => `export ${name}=${quote(value)}\n`);
  return `\n${lines.join('')}`;
}

/** Environment that makes our provider trust the certificates, and with a file Node and the AWS clients too. */
function trustBlock(caCertPem: string, caFile: string | undefined): string {
  const provider = `export COFFER_CA_CERT_PEM=${quote(caCertPem)}\n`;
  if (caFile === undefined) return `${provider}\nOther clients need the CA in a file: give --tls-ca or --data.\n`;
  const file = quote(resolve(caFile));
  return `${provider}export NODE_EXTRA_CA_CERTS=${file}\nexport AWS_CA_BUNDLE=${file}\n`;
}

function dialectOf({ dialect, dialectFile }: EmulatorOptions): string {
  const from = dialectFile === undefined ? undefined : `from ${dialectFile}`;
  return dialect ?? from ?? 'conventional';
}

/** Quotes for a POSIX shell; plain words stay unquoted. */
function quote(text: string): string {
  return /^[\w.:/@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
