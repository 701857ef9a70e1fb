import { expect, test } from 'vitest';
import { parseCommand } from '../../../../emulator/cli/flags';

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
  ...{ output: 'text', port: 4280, s3Port: 4281, host: '127.0.0.1', durable: false, s3Buckets: false, tls: false },
  ...{ dialect: 'conventional', settle: 'immediate', interfaceOnly: false, tokens: [], projects: [], buckets: [] },
};

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
  ['a token may begin with a dash when it is joined to its flag', ['--token=--x'], {}, { tokens: ['--x'] }],
  ['checksums are a knob of their own', ['--s3-checks', 'garage'], {}, { knobs: { s3Checks: 'garage' } }],
  ['S3 has a region', ['--s3-region', 'eu-1'], {}, { s3Region: 'eu-1' }],
  [
    'and a public URL',
    [],
    { COFFER_EMULATOR_S3_PUBLIC_URL: 'https://s3.example' },
    { s3PublicUrl: 'https://s3.example' },
  ],
  ['the admin token has a flag', ['--admin-token', 'a'], {}, { adminToken: 'a' }],
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
  const values =
    'ADMIN_TOKEN=admin INTERFACE_ONLY=1 PORT=1 S3_PORT=2 HOST=localhost TLS=1 TLS_CA=ca.pem DATA=d DURABLE=1 TOKEN=a,b ' +
    'PROJECT=p,q BUCKET=uploads,exports DIALECT=extended SETTLE=10ms SEED=s QUIET=1 ENCRYPTION_KEY=k';
  const env = Object.fromEntries(values.split(' ').map((each) => `COFFER_EMULATOR_${each}`.split('=')));

  expect(optionsOf([], env)).toEqual({
    ...{
      ...DEFAULTS,
      adminToken: 'admin',
      interfaceOnly: true,
      output: 'quiet',
      port: 1,
      s3Port: 2,
      host: 'localhost',
    },
    ...{ tls: true, tlsCa: 'ca.pem', dataDir: 'd', durable: true, tokens: ['a', 'b'], projects: ['p', 'q'] },
    ...{ buckets: ['uploads', 'exports'], dialect: 'extended', settle: '10ms', seed: 's', encryptionKey: 'k' },
  });
  const flags = ['--token', 'c', '--port', '9', '--json'];
  expect(optionsOf(flags, env)).toMatchObject({ tokens: ['c'], port: 9, output: 'json' });
  expect(optionsOf([], { COFFER_EMULATOR_JSON: 'false', COFFER_EMULATOR_PORT: '' })).toEqual(DEFAULTS);
});

test.each([
  [['--s3-port', 'x'], '--s3-port is a number, not "x".'],
  [['--dialect', 'q'], '"q" is not a dialect: give one of conventional, minimal, enveloped, extended (--dialect).'],
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

test('an unknown variable is refused as a flag is, with the nearest known one', () => {
  const problems = problemsOf([], { COFFER_EMULATOR_TOKNE: 'CANARY', COFFER_EMULATOR_HOSTS: '1', COFFER_TOKEN: 't' });

  expect(problems).toEqual([
    expect.stringMatching(/TOKNE .*COFFER_EMULATOR_TOKEN\?$/),
    expect.stringMatching(/HOSTS .*COFFER_EMULATOR_HOST\?$/),
  ]);
});
