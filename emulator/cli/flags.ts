import { parseSettle } from '../domain/settling';
import { LOG_FORMATS, type LogFormat } from '../journal/log-line';
import type { EmulatorOptions } from '../options/options';
import { isPublicUrl, isRegion, toldUrl } from '../options/s3-options';
import { isBucketName } from '../seed/document';
import { dialects, isDialect } from '../settings/knobs';
import { isLoopback } from '../system/listen';
import { CommandLine, type Environment } from './arguments';
import { findUnknown, fromEnvironment, PREFIX, toSwitch, toVariable } from './environment';
import { type GarageFlags, readGarageFlags } from './garage-flags';

export type Command =
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  | {
      readonly kind: 'start';
      readonly options: EmulatorOptions;
      /** The cluster that holds the objects; undefined: they are in this process. */
      readonly garage: GarageFlags | undefined;
      readonly output: 'text' | 'json' | 'quiet';
      /** File to keep while the emulator serves requests. */
      readonly healthFile: string | undefined;
    }
  /** Every problem of the command line and the environment, one sentence each. */
  | { readonly kind: 'wrong'; readonly problems: readonly string[] };

const DEFAULT_PORT = '4280';
const DEFAULT_S3_PORT = '4281';

/** Flags with a value, and their descriptions in `--help`. */
const VALUES = {
  port: `port of the REST interface, 0: any free one (${DEFAULT_PORT})`,
  's3-port': `port of the S3 endpoint, 0: any free one (${DEFAULT_S3_PORT})`,
  's3-region': 'the only region to accept at the S3 endpoint (any)',
  's3-checks': 'checksums at the S3 endpoint: aws, as AWS has them since 2024, or garage (aws)',
  'garage-admin-url':
    'keep objects in a Garage cluster: admin URL of a node, repeatable, the preferred node first (none)',
  'garage-admin-token-file': 'with --garage-admin-url: file with the admin token of the cluster',
  's3-public-url': "what buckets and keys show as endpoint (the S3 endpoint's own URL)",
  host: 'address to listen on; one outside loopback needs --token (127.0.0.1)',
  'tls-ca': 'with --tls: file to write the CA certificate to (ca.pem in the data folder)',
  data: 'folder to keep everything in (none: memory)',
  token: 'access token, repeatable (drawn at random); the environment keeps it out of the process list',
  'admin-token': 'lets other machines use /_emulator/…; better in the environment (none: loopback only)',
  project: 'project, repeatable; every token may use every one (project-1)',
  bucket: 'bucket to start with, repeatable; a key that opens it is printed as AWS_… lines (none)',
  dialect: `how to read what the interface leaves open: ${Object.keys(dialects).join(', ')} (conventional)`,
  'dialect-file': 'JSON file with knobs and settle rule, as probe --write makes it; other flags win',
  'seed-file': 'JSON file with projects, tokens and objects to begin with',
  settle: 'when a bucket shows its alias: immediate, <n>ms, <n>polls (immediate)',
  seed: 'makes ids and keys the same every time',
  log: 'log each request on stderr, with the reason if it is refused: text (also without a value), or json',
  'health-file': 'file that holds the URL and is touched every 2 seconds while requests are served (none)',
} as const;

const SWITCHES = {
  durable: 'with --data: what was acknowledged survives a power cut, too, and not only a kill; slower',
  's3-buckets': 'for test suites, in memory only: S3 clients create and delete buckets, too',
  tls: 'serve HTTPS, with certificates from a CA of its own that clients have to trust',
  'interface-only': 'return 501 for what the interface does not show',
  strict:
    'return 400 for fields that an operation does not have, and for keys that are there twice (knob unknownFields)',
  json: 'print one line of JSON on stdout when ready, all else on stderr',
  quiet: 'print nothing when ready',
  help: 'print this',
  version: 'print the version',
} as const;

export const START = new CommandLine('coffer-emulator', VALUES, SWITCHES);

type Value = keyof typeof VALUES;
/** Reads the flags; flags not given come from the environment (`--s3-port`: `COFFER_EMULATOR_S3_PORT`; lists are comma-separated). */
export function parseCommand(argv: readonly string[], env: Environment): Command {
  const { values, on, problems } = START.read(withLogFormat(argv));
  if (on.has('help')) return { kind: 'help' };
  if (on.has('version')) return { kind: 'version' };

  problems.push(...findUnknown(env, [...Object.keys(VALUES), ...Object.keys(SWITCHES)]));

  const all = (name: Value) => values[name] ?? fromEnvironment(env, name);
  const last = (name: Value) => all(name).at(-1);
  const isOn = (name: keyof typeof SWITCHES) => on.has(name) || toSwitch(env[toVariable(name)]);
  const dialectFile = last('dialect-file');
  const dialect = last('dialect') ?? (dialectFile === undefined ? 'conventional' : undefined);
  const settle = last('settle') ?? (dialectFile === undefined ? 'immediate' : undefined);
  const host = last('host') ?? '127.0.0.1';
  const tokens = all('token');
  const port = toPort('port', last('port') ?? DEFAULT_PORT, problems);
  const s3Port = toPort('s3-port', last('s3-port') ?? DEFAULT_S3_PORT, problems);
  if (port !== 0 && port === s3Port) problems.push(`--port and --s3-port are both ${port}; give each its own.`);
  if (dialect !== undefined && !isDialect(dialect)) {
    problems.push(`--dialect is one of ${Object.keys(dialects).join(', ')}, not "${dialect}".`);
  }
  if (settle !== undefined && !parseSettle(settle))
    problems.push(`--settle is immediate, <n>ms or <n>polls, not "${settle}".`);
  if (!isLoopback(host) && tokens.length === 0) {
    problems.push(`--host ${host} can be reached by others: it needs an explicit --token.`);
  }
  if (tokens.some((token) => !/^[\x21-\x7e]+$/.test(token))) {
    problems.push('--token must hold only visible ASCII characters, and at least one.');
  }
  const adminToken = last('admin-token');
  if (adminToken !== undefined && (!/^[\x21-\x7e]+$/.test(adminToken) || tokens.includes(adminToken))) {
    problems.push('--admin-token must hold only visible ASCII characters, at least one, and differ from each --token.');
  }
  if (last('tls-ca') !== undefined && !isOn('tls')) problems.push('--tls-ca needs --tls.');
  if (isOn('durable') && last('data') === undefined) problems.push('--durable needs --data.');
  if (isOn('s3-buckets') && last('data') !== undefined)
    problems.push('--s3-buckets is for tests in memory: leave out --data.');
  const s3Region = last('s3-region');
  if (s3Region !== undefined && !isRegion(s3Region)) {
    problems.push(`--s3-region is a name such as eu-west-1, not "${s3Region}".`);
  }
  const s3Checks = last('s3-checks');
  if (s3Checks !== undefined && s3Checks !== 'aws' && s3Checks !== 'garage') {
    problems.push(`--s3-checks is aws or garage, not "${s3Checks}".`);
  }
  const knobs: EmulatorOptions['knobs'] = {
    ...((s3Checks === 'aws' || s3Checks === 'garage') && { s3Checks }),
    ...(isOn('strict') && { unknownFields: 'refuse' }),
  };
  const s3PublicUrl = last('s3-public-url');
  if (s3PublicUrl !== undefined && !isPublicUrl(s3PublicUrl)) {
    problems.push(`--s3-public-url is an http or https URL without a path, not ${toldUrl(s3PublicUrl)}.`);
  }
  const garage = readGarageFlags(
    {
      adminUrls: all('garage-admin-url'),
      tokenFile: last('garage-admin-token-file'),
      hasS3Port: last('s3-port') !== undefined,
    },
    problems,
  );
  const logRequests = toLogFormat(last('log'), problems);
  for (const name of all('bucket').filter((each) => !isBucketName(each))) {
    problems.push(`--bucket is a name of 3 to 63 of a-z, 0-9, dot and hyphen, not "${name}".`);
  }
  if (all('project').includes('')) problems.push('--project must not be empty.');
  if (problems.length > 0 || (dialect !== undefined && !isDialect(dialect))) return { kind: 'wrong', problems };

  const options: EmulatorOptions = {
    port,
    s3Port,
    host,
    tls: isOn('tls'),
    tlsCa: last('tls-ca'),
    s3Region,
    s3Buckets: isOn('s3-buckets'),
    s3PublicUrl,
    dialect,
    dialectFile,
    ...(Object.keys(knobs).length > 0 && { knobs }),
    seedFile: last('seed-file'),
    settle,
    interfaceOnly: isOn('interface-only'),
    tokens,
    adminToken,
    projects: all('project'),
    buckets: all('bucket'),
    dataDir: last('data'),
    durable: isOn('durable'),
    seed: last('seed'),
    logRequests,
    encryptionKey: env[`${PREFIX}ENCRYPTION_KEY`] || undefined,
  };
  const output = isOn('json') ? 'json' : isOn('quiet') ? 'quiet' : 'text';
  return { kind: 'start', options, garage, output, healthFile: last('health-file') };
}

export function helpText(): string {
  const usage = START.help(
    '       coffer-emulator probe [flags]   (finds out how a server reads the interface; probe --help lists its flags)',
    '       coffer-emulator save-seed [flags]   (writes a data folder as a seed file; save-seed --help lists its flags)',
    '',
    'A local emulator of the secrets and S3 storage service.',
  );
  return `${usage}
Each flag can also be set in the environment: --s3-port as ${toVariable('s3-port')}, and so on; several tokens or
projects are separated by commas. ${PREFIX}ENCRYPTION_KEY (32 bytes in base64) replaces the key file of the data folder.
`;
}

/** `--log` may stand without its format, which is then `text`. */
function withLogFormat(argv: readonly string[]): string[] {
  return argv.flatMap((word, index) => {
    if (word === '--log') return isLogFormat(argv[index + 1]) ? [] : ['--log=text'];
    return argv[index - 1] === '--log' && isLogFormat(word) ? [`--log=${word}`] : [word];
  });
}

const isLogFormat = (text: string | undefined) => LOG_FORMATS.some((format) => format === text);

/** A format, or in the environment a switch. */
function toLogFormat(text: string | undefined, problems: string[]): LogFormat | undefined {
  if (!toSwitch(text)) return undefined;
  const format = ['1', 'true'].includes(text ?? '') ? 'text' : LOG_FORMATS.find((each) => each === text);
  if (format === undefined) problems.push(`--log is one of ${LOG_FORMATS.join(', ')}, not "${text}".`);
  return format;
}

function toPort(flag: string, text: string, problems: string[]): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  problems.push(`--${flag} is a number from 0 to 65535, not "${text}".`);
  return 0;
}
