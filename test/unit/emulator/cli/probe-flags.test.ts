import { expect, test } from 'vitest';
import { PROBE, readProbeFlags } from '../../../../emulator/cli/probe';

const FLAGS = ['--base-url', 'http://localhost:1/', '--token', 't', '--project', 'p'];

const read = (argv: string[], env: Record<string, string> = {}) => {
  const given = PROBE.read(argv);
  return { ...readProbeFlags(given, env), problems: given.problems };
};
const problemsOf = (argv: string[]) => read(argv).problems;

test('flags are parsed, and those not given have their defaults', () => {
  const more = ['--project', 'q', '--pull-secrets', '--objects', '7', '--write', 'file'];

  expect(read(FLAGS)).toEqual({
    options: { baseUrl: 'http://localhost:1', token: 't', projects: ['p'], pullSecrets: false, objects: 60 },
    write: undefined,
    problems: [],
  });
  expect(read([...FLAGS, ...more])).toMatchObject({
    options: { projects: ['p', 'q'], pullSecrets: true, objects: 7 },
    write: 'file',
  });
});

test("address, token and project also come from the provider's variables, and flags take precedence", () => {
  const env = { COFFER_BASE_URL: 'https://service.test/v1/', COFFER_TOKEN: 'e', COFFER_PROJECT_ID: 'ep' };

  expect(read([], env)).toMatchObject({
    options: { baseUrl: 'https://service.test/v1', token: 'e', projects: ['ep'] },
  });
  expect(read(FLAGS, env)).toMatchObject({
    options: { baseUrl: 'http://localhost:1', token: 't', projects: ['p'] },
  });
});

test('all problems are reported at once, and none quotes a token', () => {
  const problems = problemsOf('--base-url ftp://x --token CAN\tARY --project= --objects -1 --no'.split(' '));

  expect(problems).toHaveLength(5);
  expect(problems.join()).not.toContain('ARY');
  expect(problemsOf([])).toHaveLength(3);
});

test.each(['http://10.0.0.1', 'http://127.0.0.1.example.test'])('a token is not sent unencrypted to %s', (url) => {
  const flags = [...FLAGS, '--base-url', url];

  expect(problemsOf(flags)).toEqual([expect.stringContaining('http:// to another machine')]);
  expect(problemsOf([...flags, '--allow-insecure-http'])).toEqual([]);
});
