import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseCommand } from '../../../../emulator/cli/flags';
import { temporaryFolder } from '../support';

const URLS = ['--garage-admin-url', 'http://node-1:3903', '--garage-admin-url', 'https://node-2/garage'];

function tokenFile(text = 'token\n'): string[] {
  const path = join(temporaryFolder(), 'token');
  writeFileSync(path, text);
  return ['--garage-admin-token-file', path];
}

const problemsOf = (argv: readonly string[], env = {}) => {
  const command = parseCommand(argv, env);
  return command.kind === 'wrong' ? command.problems : [];
};

test('admin URLs and a token file name a cluster, on the command line and in the environment', () => {
  const [, path] = tokenFile();
  const garage = { adminUrls: ['http://node-1:3903', 'https://node-2/garage'], adminToken: 'token' };

  expect(parseCommand([...URLS, ...tokenFile()], {})).toMatchObject({ garage });
  expect(
    parseCommand([], {
      COFFER_EMULATOR_GARAGE_ADMIN_URL: 'http://node-1:3903, https://node-2/garage',
      COFFER_EMULATOR_GARAGE_ADMIN_TOKEN_FILE: path,
    }),
  ).toMatchObject({ garage });
});

test('half a cluster, an unreadable token and a port for S3 are refused', () => {
  const wrong: readonly (readonly [argv: readonly string[], says: string])[] = [
    [URLS, '--garage-admin-url needs --garage-admin-token-file.'],
    [tokenFile(), '--garage-admin-token-file needs --garage-admin-url.'],
    [[...URLS, ...tokenFile('')], 'does not hold a token.'],
    [[...URLS, ...tokenFile('a b')], 'does not hold a token.'],
    [[...URLS, '--garage-admin-token-file', '/nowhere/token'], '--garage-admin-token-file cannot be read: ENOENT'],
    [[...URLS, ...tokenFile(), '--s3-port', '0'], '--s3-port is without effect with --garage-admin-url'],
  ];

  for (const [argv, says] of wrong) expect(problemsOf(argv)).toEqual([expect.stringContaining(says)]);
});

test.each(['node:3903', 'ftp://node', 'http://u:canary@node', 'http://node?token=canary', 'http://node#canary', ''])(
  'an admin URL is no %j, which is not quoted',
  (url) => {
    const [problem, ...more] = problemsOf([...URLS, `--garage-admin-url=${url}`, ...tokenFile()]);

    expect([problem, more]).toEqual([expect.stringContaining('--garage-admin-url, 3 of 3'), []]);
    expect(problem).not.toContain('canary');
  },
);
