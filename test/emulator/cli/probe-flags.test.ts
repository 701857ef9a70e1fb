import { expect, test } from 'vitest';
import { parseProbeCommand, probeHelpText } from '../../../emulator/cli/probe-flags';

const FLAGS = ['--base-url', 'http://localhost:1/', '--token', 't', '--project', 'p'];

const problemsOf = (argv: string[], env: Record<string, string> = {}) => {
  const command = parseProbeCommand(argv, env);
  return command.kind === 'wrong' ? command.problems : [];
};

test('flags are parsed, and those not given have their defaults', () => {
  const more = ['--project', 'q', '--pull-secrets', '--objects', '7', '--write', 'file'];

  expect(parseProbeCommand(FLAGS, {})).toEqual({
    kind: 'probe',
    options: { baseUrl: 'http://localhost:1', token: 't', projects: ['p'], pullSecrets: false, objects: 60 },
    write: undefined,
  });
  expect(parseProbeCommand([...FLAGS, ...more], {})).toMatchObject({
    options: { projects: ['p', 'q'], pullSecrets: true, objects: 7 },
    write: 'file',
  });
});

test("address, token and project also come from the provider's variables, and flags take precedence", () => {
  const env = { COFFER_BASE_URL: 'https://service.test/v1/', COFFER_TOKEN: 'e', COFFER_PROJECT_ID: 'ep' };

  expect(parseProbeCommand([], env)).toMatchObject({
    options: { baseUrl: 'https://service.test/v1', token: 'e', projects: ['ep'] },
  });
  expect(parseProbeCommand(FLAGS, env)).toMatchObject({
    options: { baseUrl: 'http://localhost:1', token: 't', projects: ['p'] },
  });
});

test('all problems are reported at once, and none quotes a token', () => {
  const problems = problemsOf([
    '--base-url',
    'ftp://x',
    '--token',
    'CAN ARY',
    '--project',
    '',
    '--objects',
    '-1',
    '--no',
  ]);

  expect(problems).toHaveLength(5);
  expect(problems.join()).not.toContain('CAN ARY');
  expect(problemsOf([])).toHaveLength(3);
});

test.each(['http://10.0.0.1', 'http://127.0.0.1.example.test'])('a token is not sent unencrypted to %s', (url) => {
  const flags = [...FLAGS, '--base-url', url];

  expect(problemsOf(flags)).toEqual([expect.stringContaining('http:// to another machine')]);
  expect(problemsOf([...flags, '--allow-insecure-http'])).toEqual([]);
});

test('help takes precedence over everything', () => {
  expect(parseProbeCommand(['--help', '--nope'], {})).toEqual({ kind: 'help' });
  for (const flag of ['--base-url', '--token', '--project', '--pull-secrets', '--write']) {
    expect(probeHelpText()).toContain(flag);
  }
});
