import { LOG_FORMATS, type LogFormat } from '../journal/log-line';
import { findOptionProblems } from '../options/check-options';
import type { EmulatorOptions } from '../options/options';
import { type Dialect, dialects } from '../settings/knobs';
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
  port: `port of the REST interface; 0 picks a free port (${DEFAULT_PORT})`,
  's3-port': `port of the S3 endpoint; 0 picks a free port (${DEFAULT_S3_PORT})`,
  's3-region': 'the only region that the S3 endpoint accepts (any)',
  's3-checks': 'checksums of the S3 endpoint: aws, like AWS since 2024, or garage (aws)',
  'garage-admin-url':
    'keep objects in a Garage cluster: admin URL of a node, repeatable, the preferred node first (none)',
  'garage-admin-token-file': 'with --garage-admin-url: file with the admin token of the cluster',
  's3-public-url': "what buckets and keys show as endpoint (the S3 endpoint's own URL)",
  host: 'address to listen on; an address other than loopback needs --token (127.0.0.1)',
  'tls-ca': 'with --tls: file to write the CA certificate to (ca.pem in the data folder)',
  data: 'folder to store all data in (none: memory)',
  token: 'access token, repeatable (random); set it in the environment to keep it out of the process list',
  'admin-token':
    'token with which other machines may use /_emulator/…; set it in the environment (none: loopback only)',
  project: 'project, repeatable; every token may use every project (project-1)',
  bucket: 'bucket to create at the start, repeatable; a key for it is printed as AWS_… lines (none)',
  dialect: `preset for the details that the interface leaves open: ${Object.keys(dialects).join(', ')} (conventional)`,
  'dialect-file': 'JSON file with knobs and settle rule, such as probe --write creates; other flags override it',
  'seed-file': 'JSON file with the initial projects, tokens and objects',
  settle: 'when a bucket shows its alias: immediate, <n>ms, <n>polls (immediate)',
  seed: 'seed of the random generator: the same seed generates the same ids and keys',
  log: 'log each request on stderr, with the reason if it is refused: text (also without a value), or json',
  'health-file': 'file that holds the URL and is touched every 2 seconds while requests are served (none)',
} as const;

const SWITCHES = {
  durable: 'with --data: acknowledged writes also survive a power cut; slower',
  's3-buckets': 'for test suites, in memory only: S3 clients may also create and delete buckets',
  tls: "serve HTTPS, with certificates of the emulator's own CA, which clients must trust",
  'interface-only': 'return 501 for behavior that the interface does not specify',
  strict: 'return 400 for unknown fields and for duplicate keys (knob unknownFields)',
  json: 'print one line of JSON on stdout when ready, and everything else on stderr',
  quiet: 'print nothing when ready',
  help: 'print this',
  version: 'print the version',
} as const;

export const START = new CommandLine('coffer-emulator', VALUES, SWITCHES);

type Value = keyof typeof VALUES;
/** Reads the flags; flags not given come from the environment (`--s3-port`: `COFFER_EMULATOR_S3_PORT`; lists are comma-separated). */
export function parseCommand(
  argv: readonly string[],
  env: Environment,
  [defaultPort, defaultS3Port]: readonly [string, string] = [DEFAULT_PORT, DEFAULT_S3_PORT],
): Command {
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
  const s3Checks = last('s3-checks');
  const knobs = {
    ...(s3Checks !== undefined && { s3Checks }),
    ...(isOn('strict') && { unknownFields: 'refuse' }),
  } as NonNullable<EmulatorOptions['knobs']>;
  const garage = readGarageFlags(
    {
      adminUrls: all('garage-admin-url'),
      tokenFile: last('garage-admin-token-file'),
      hasS3Port: last('s3-port') !== undefined,
    },
    problems,
  );
  const options: EmulatorOptions = {
    port: toPort('port', last('port') ?? defaultPort, problems),
    s3Port: toPort('s3-port', last('s3-port') ?? defaultS3Port, problems),
    host: last('host') ?? '127.0.0.1',
    tls: isOn('tls'),
    tlsCa: last('tls-ca'),
    s3Region: last('s3-region'),
    s3Buckets: isOn('s3-buckets'),
    s3PublicUrl: last('s3-public-url'),
    dialect: dialect as Dialect | undefined,
    dialectFile,
    ...(Object.keys(knobs).length > 0 && { knobs }),
    seedFile: last('seed-file'),
    settle,
    interfaceOnly: isOn('interface-only'),
    tokens: all('token'),
    adminToken: last('admin-token'),
    projects: all('project'),
    buckets: all('bucket'),
    dataDir: last('data'),
    durable: isOn('durable'),
    seed: last('seed'),
    logRequests: toLogFormat(last('log')),
    encryptionKey: env[`${PREFIX}ENCRYPTION_KEY`] || undefined,
  };
  problems.push(...findOptionProblems(options));
  if (problems.length > 0) return { kind: 'wrong', problems };
  const output = isOn('json') ? 'json' : isOn('quiet') ? 'quiet' : 'text';
  return { kind: 'start', options, garage, output, healthFile: last('health-file') };
}

/** Reads the flags of `exec`, which stand before `--` and the command. They are those of a start, with free ports by default. */
export function parseExec(argv: readonly string[], env: Environment): Command {
  const end = argv.indexOf('--');
  const flags = end < 0 ? argv : argv.slice(0, end);
  const parsed = parseCommand(flags, env, ['0', '0']);
  if (parsed.kind === 'help') return parsed;
  const problems = parsed.kind === 'wrong' ? [...parsed.problems] : [];
  if (end < 0 || end === argv.length - 1)
    problems.push('exec needs a command after --, as in: coffer-emulator exec -- npm test');
  const started = parsed.kind === 'start' ? parsed : undefined;
  if (parsed.kind === 'version' || (started && (started.output !== 'text' || started.healthFile !== undefined)))
    problems.push('exec has no --version, --json, --quiet and --health-file.');
  return started && problems.length === 0 ? started : { kind: 'wrong', problems };
}

export const EXEC_HELP = `Usage: coffer-emulator exec [flags] -- <command> [arguments]

Starts an emulator at free ports, runs the command with the variables of the provider, stops the emulator, and ends with the exit code of the
command. The flags are those of coffer-emulator, but for --version, --json, --quiet and --health-file. COFFER_REQUIRE_EMULATOR=1 is set, and
variables of a real service are unset, so that the command changes nothing else.
`;

export function helpText(): string {
  const usage = START.help(
    '       coffer-emulator exec [flags] -- <command>   (runs a command, such as npm test, against an emulator of its own)',
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
function toLogFormat(text: string | undefined): LogFormat | undefined {
  if (!toSwitch(text)) return undefined;
  return ['1', 'true'].includes(text ?? '') ? 'text' : (text as LogFormat);
}

function toPort(flag: string, text: string, problems: string[]): number {
  if (/^-?\d+$/.test(text)) return Number(text);
  problems.push(`--${flag} is a number, not "${text}".`);
  return 0;
}
