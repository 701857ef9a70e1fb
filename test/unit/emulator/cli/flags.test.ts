import { expect, test } from 'vitest';
import { helpText, parseCommand } from '../../../../emulator/cli/flags';

const optionsOf = (argv: string[], env: Record<string, string> = {}) => {
  const command = parseCommand(argv, env);
  if (command.kind !== 'start') throw new Error(`${command.kind}: ${JSON.stringify(command)}`);
  return { output: command.output, ...command.options };
};

const problemsOf = (argv: string[], env: Record<string, string> = {}) => {
  const command = parseCommand(argv, env);
  return command.kind === 'wrong' ? command.problems : [];
};

/** Those that are not undefined. */
const DEFAULTS = {
  output: 'text',
  port: 4280,
  s3Port: 4281,
  host: '127.0.0.1',
  durable: false,
  s3Buckets: false,
  tls: false,
  dialect: 'conventional',
  settle: 'immediate',
  interfaceOnly: false,
  tokens: [],
  projects: [],
  buckets: [],
};

test('nothing given: loopback, the default ports, in memory', () => {
  expect(optionsOf([])).toEqual(DEFAULTS);
});

test('every flag is read, in both spellings', () => {
  const spaced =
    '--port 1 --s3-port 2 --host ::1 --data d --token a --token b --project p --dialect minimal --settle 3polls --seed s --json';
  const joined = spaced.replaceAll(/ (?!--)/g, '=');
  const listen = { port: 1, s3Port: 2, host: '::1' };
  const world = { dataDir: 'd', tokens: ['a', 'b'], projects: ['p'], dialect: 'minimal', settle: '3polls', seed: 's' };

  for (const flags of [spaced, joined]) {
    expect(optionsOf(flags.split(' '))).toEqual({ ...DEFAULTS, ...listen, ...world, output: 'json' });
  }
});

test.each<[what: string, argv: string[], env: Record<string, string>, options: object]>([
  ['--strict turns a knob', ['--strict', '--dialect', 'minimal'], {}, { knobs: { unknownFields: 'refuse' } }],
  ['so does its variable', [], { COFFER_EMULATOR_STRICT: '1' }, { knobs: { unknownFields: 'refuse' } }],
  ['a token may begin with a dash when it is joined to its flag', ['--token=--x'], {}, { tokens: ['--x'] }],
  ['the admin token has a flag', ['--admin-token', 'a'], {}, { adminToken: 'a' }],
  ['and a variable', [], { COFFER_EMULATOR_ADMIN_TOKEN: 'b' }, { adminToken: 'b' }],
  ['a folder may survive a power cut', ['--durable', '--data', 'd'], {}, { durable: true, dataDir: 'd' }],
  [
    'a file may have the dialect',
    [],
    { COFFER_EMULATOR_DIALECT_FILE: 'f' },
    { dialectFile: 'f', dialect: undefined, settle: undefined },
  ],
  ['a flag wins over it', ['--dialect-file', 'f', '--dialect', 'minimal'], {}, { dialect: 'minimal' }],
])('%s: %j', (_what, argv, env, options) => {
  expect(optionsOf(argv, env)).toMatchObject(options);
});

test('every flag has a variable, and the flag wins', () => {
  const env = {
    COFFER_EMULATOR_ADMIN_TOKEN: 'admin',
    COFFER_EMULATOR_INTERFACE_ONLY: '1',
    COFFER_EMULATOR_PORT: '1',
    COFFER_EMULATOR_S3_PORT: '2',
    COFFER_EMULATOR_HOST: 'localhost',
    COFFER_EMULATOR_TLS: '1',
    COFFER_EMULATOR_TLS_CA: 'ca.pem',
    COFFER_EMULATOR_DATA: 'd',
    COFFER_EMULATOR_DURABLE: '1',
    COFFER_EMULATOR_TOKEN: 'a,b',
    COFFER_EMULATOR_PROJECT: 'p, q',
    COFFER_EMULATOR_BUCKET: 'uploads,exports',
    COFFER_EMULATOR_DIALECT: 'extended',
    COFFER_EMULATOR_SETTLE: '10ms',
    COFFER_EMULATOR_SEED: 's',
    COFFER_EMULATOR_QUIET: '1',
    COFFER_EMULATOR_ENCRYPTION_KEY: 'k',
  };

  expect(optionsOf([], env)).toEqual({
    ...DEFAULTS,
    adminToken: 'admin',
    interfaceOnly: true,
    output: 'quiet',
    port: 1,
    s3Port: 2,
    host: 'localhost',
    tls: true,
    tlsCa: 'ca.pem',
    dataDir: 'd',
    durable: true,
    tokens: ['a', 'b'],
    projects: ['p', 'q'],
    buckets: ['uploads', 'exports'],
    dialect: 'extended',
    settle: '10ms',
    seed: 's',
    encryptionKey: 'k',
  });
  const flags = ['--token', 'c', '--port', '9', '--json'];
  expect(optionsOf(flags, env)).toMatchObject({ tokens: ['c'], port: 9, output: 'json' });
  expect(optionsOf([], { COFFER_EMULATOR_JSON: 'false', COFFER_EMULATOR_PORT: '' })).toEqual(DEFAULTS);
});

test.each([
  [['--bucket', 'Uploads'], '"Uploads" is not a bucket name: 3 to 63 of a-z, 0-9, dot and hyphen (--bucket).'],
  [['--port', '65536'], 'port must be a whole number from 0 to 65535, not 65536.'],
  [['--s3-port', '-1'], 's3Port must be a whole number from 0 to 65535, not -1.'],
  [['--s3-port', 'x'], '--s3-port is a number, not "x".'],
  [['--port', '8', '--s3-port', '8'], 'Both ports are 8: give each its own (--port, --s3-port).'],
  [['--dialect', 'q'], '"q" is not a dialect: give one of conventional, minimal, enveloped, extended (--dialect).'],
  [['--settle', 'soon'], '"soon" is not a settle rule: give immediate, <n>ms or <n>polls (--settle).'],
  [['--host', '10.0.0.1'], 'needs an explicit token (--host, --token)'],
  [['--token', 'a b'], 'tokens[0] must hold only visible ASCII'],
  [['--token', ''], 'tokens[0] must hold only visible ASCII'],
  [['--project', ''], 'projects[0] must be a text with at least one character'],
  [['--tls-ca', 'f'], 'tlsCa needs tls (--tls-ca, --tls).'],
  [['--admin-token', 'same', '--token', 'same'], 'The admin token must not be one of the service (--token).'],
  [['--durable'], 'durable needs a data folder (--data).'],
  [['--dialect-file', 'f', '--dialect', 'q'], '"q" is not a dialect'],
  [['--data'], '--data needs a value'],
  [['--data', '--json'], '--data needs a value'],
  [['--json=yes'], '--json takes no value'],
  [['--nope'], 'There is no flag --nope'],
  [['-x'], 'There is no flag -x'],
  [['word'], '"word" is not a flag'],
])('%j is one problem', (argv, says) => {
  expect(problemsOf(argv)).toEqual([expect.stringContaining(says)]);
});

test('problems of flags and environment come all at once, and quote no token', () => {
  const problems = problemsOf(['--port', 'x', '--nope', '--token', 'CAN ARY'], { COFFER_EMULATOR_SETTLE: 'z' });

  expect(problems).toHaveLength(4);
  expect(problems.join()).not.toContain('CAN ARY');
});

test('help wins over everything', () => {
  expect(parseCommand(['--help', '--nope'], {})).toEqual({ kind: 'help' });
  expect(parseCommand(['--version', '--port', 'x'], {})).toEqual({ kind: 'version' });
  expect(helpText()).toContain('COFFER_EMULATOR_S3_PORT');
});

test('E8: S3 clients create buckets only where it is asked for, and only in memory', () => {
  expect(optionsOf([])).toMatchObject({ s3Buckets: false });
  expect(optionsOf(['--s3-buckets'])).toMatchObject({ s3Buckets: true });
  expect(optionsOf([], { COFFER_EMULATOR_S3_BUCKETS: '1' })).toMatchObject({ s3Buckets: true });
  expect(problemsOf(['--s3-buckets', '--data', 'd'])).toEqual([expect.stringContaining('--s3-buckets')]);
});

test('E1: the checksums of S3 are a knob with a flag of its own', () => {
  expect(optionsOf([])).not.toHaveProperty('knobs');
  expect(optionsOf(['--s3-checks', 'garage', '--strict'])).toMatchObject({
    knobs: { s3Checks: 'garage', unknownFields: 'refuse' },
  });
  expect(optionsOf(['--s3-checks', 'garage'])).toMatchObject({ knobs: { s3Checks: 'garage' } });
  expect(optionsOf([], { COFFER_EMULATOR_S3_CHECKS: 'aws' })).toMatchObject({ knobs: { s3Checks: 'aws' } });
  expect(problemsOf(['--s3-checks', 'minio'])).toEqual(['knobs.s3Checks must be one of aws, garage, not "minio".']);
});

test('E6: region and public URL of the S3 endpoint', () => {
  expect(optionsOf(['--s3-region', 'eu-1', '--s3-public-url', 'https://s3.example:9000'])).toMatchObject({
    s3Region: 'eu-1',
    s3PublicUrl: 'https://s3.example:9000',
  });
  expect(optionsOf([], { COFFER_EMULATOR_S3_REGION: 'eu-2' })).toMatchObject({ s3Region: 'eu-2' });
  expect(problemsOf(['--s3-region', 'EU 1'])).toHaveLength(1);
  for (const url of ['nonsense', 'ftp://host', 'http://host/path', 'http://user@host'])
    expect(problemsOf(['--s3-public-url', url])).toHaveLength(1);
});

test('an unknown variable is refused as a flag is, with the nearest known one', () => {
  const problems = problemsOf([], {
    COFFER_EMULATOR_TOKNE: 'CANARY',
    COFFER_EMULATOR_S3PORT: '1',
    COFFER_EMULATOR_SERVICE_HOST: 'CANARY',
    COFFER_EMULATOR_INTERFACE_ONLY: '1',
    COFFER_TOKEN: 't',
  });

  expect(problems).toEqual([
    'COFFER_EMULATOR_TOKNE is not a variable of the emulator. Did you mean COFFER_EMULATOR_TOKEN?',
    'COFFER_EMULATOR_S3PORT is not a variable of the emulator. Did you mean COFFER_EMULATOR_S3_PORT?',
    expect.stringMatching(
      /^COFFER_EMULATOR_SERVICE_HOST is not .* Known are COFFER_EMULATOR_PORT, .*ENCRYPTION_KEY\.$/,
    ),
  ]);
});
