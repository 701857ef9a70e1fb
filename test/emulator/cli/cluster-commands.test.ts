import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Environment } from '../../../emulator/cli/arguments';
import { type Mover, runMove } from '../../../emulator/cli/move';
import { type OpenReconciliation, runReconcile } from '../../../emulator/cli/reconcile';
import { runSaveSeed } from '../../../emulator/cli/save-seed';
import { StartError } from '../../../emulator/domain/errors';
import { temporaryFolder } from '../support';

/* The flags of commands, and what they print: what they do to a cluster is tested over Garage, and what a seed holds with the seeds. */

let [printed, said] = ['', ''];
beforeEach(() => {
  [printed, said] = ['', ''];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text);
    return true;
  });
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    said += String(text);
    return true;
  });
  return () => vi.restoreAllMocks();
});

function dataFolder(): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'coffer.db'), '');
  return folder;
}

const ADMIN = ['--garage-admin-url', 'http://node-1:3903', '--garage-admin-url', 'http://node-2:3903'];
const ACCESS = { adminUrls: ['http://node-1:3903', 'http://node-2:3903'], adminToken: 'canary' };
const TOKEN = { COFFER_EMULATOR_GARAGE_ADMIN_TOKEN: 'canary' };

describe('move', () => {
  type Move = Parameters<Mover>[0];
  const moving = async (argv: string[], env: Environment, end: () => Awaited<ReturnType<Mover>>) => {
    let asked: Move | undefined;
    const code = await runMove(argv, env, async (move, say, log) => {
      asked = move;
      say('bucket 1 of 1');
      log('looking');
      return end();
    });
    return { code, asked };
  };
  const done = { plane: 'garage', problems: [], warnings: [] } as const;

  test('all of it: flags win over variables, and the last line says how to start the new folder', async () => {
    const from = dataFolder();
    const flags = ['--data', from, '--to', 'new', ...ADMIN, '--s3-public-url', 'https://s3.test/', '--s3-region', 'eu'];

    const { code, asked } = await moving(flags, { ...TOKEN, COFFER_EMULATOR_S3_REGION: 'no' }, () => done);

    expect(code).toBe(0);
    expect(asked).toEqual({
      ...{ from, to: 'new', encryptionKey: undefined },
      cluster: { ...ACCESS, s3Url: 'https://s3.test', region: 'eu' },
    });
    expect(printed).toBe(`bucket 1 of 1\nAll is moved: start new with --s3-backend garage, and never ${from} again.\n`);
    expect(said).toBe('looking\n');
  });

  test('variables name what flags do not, and a move back needs no cluster afterwards', async () => {
    const [from, tokenFile] = [dataFolder(), join(temporaryFolder(), 'token')];
    writeFileSync(tokenFile, ' canary\n');
    const env = {
      ...{ COFFER_EMULATOR_DATA: from, COFFER_EMULATOR_ENCRYPTION_KEY: 'key', COFFER_EMULATOR_GARAGE_ADMIN_TOKEN: '' },
      COFFER_EMULATOR_GARAGE_ADMIN_URL: ' http://node-1:3903, ,http://node-2:3903 ',
      COFFER_EMULATOR_GARAGE_ADMIN_TOKEN_FILE: tokenFile,
      COFFER_EMULATOR_S3_PUBLIC_URL: 'http://s3.test',
    };

    const { code, asked } = await moving(['--to', 'old', '--to', 'new'], env, () => ({ ...done, plane: 'embedded' }));

    expect(code).toBe(0);
    expect(asked).toEqual({
      ...{ from, to: 'new', encryptionKey: 'key' },
      cluster: { ...ACCESS, s3Url: 'http://s3.test', region: 'us-east-1' },
    });
    expect(printed).toContain('start new without --s3-backend garage');
  });

  const whole = (from: string) => ['--data', from, '--to', 'new', ...ADMIN, '--s3-public-url', 'http://s3.test'];

  test('what is not moved fails the command, and warnings do not', async () => {
    const [warned, left] = [
      await moving(whole(dataFolder()), TOKEN, () => ({ ...done, warnings: ['one key'] })),
      await moving(whole(dataFolder()), TOKEN, () => ({ ...done, problems: ['bucket a: lost'] })),
    ];

    expect([warned.code, left.code]).toEqual([0, 1]);
    expect(said).toBe('looking\nWarning: one key\nlooking\nNOT MOVED: bucket a: lost\n');
    expect(printed.match(/All is moved/g)).toHaveLength(1);
  });

  test('a move that cannot go on leaves the folder as it was, and says so; a defect is thrown', async () => {
    const from = dataFolder();
    const fail = (error: Error) => () => {
      throw error;
    };

    const { code } = await moving(whole(from), TOKEN, fail(new StartError('The folder is in use.')));

    expect(code).toBe(1);
    expect(said).toBe(`looking\nThe folder is in use.\nThe move has not ended. ${from} is as it was.\n`);
    await expect(moving(whole(from), TOKEN, fail(new Error('defect')))).rejects.toThrow('defect');
  });

  test('a folder that is none of the emulator is not touched', async () => {
    const { code, asked } = await moving(whole('/nowhere'), TOKEN, () => done);

    expect([code, asked]).toEqual([1, undefined]);
    expect(said).toContain('/nowhere is not a data folder of the emulator.\n');
  });

  test('every wrong flag is told at once, and no secret', async () => {
    const urls = ['--garage-admin-url', 'http://u:canary@node', '--s3-public-url', 'ftp://u:canary@s3'];
    const wrong = await moving(
      ['nowhere', '--what', ...urls],
      { COFFER_EMULATOR_GARAGE_ADMIN_TOKEN: 'a canary' },
      () => done,
    );
    const nothing = await moving([], { COFFER_EMULATOR_GARAGE_ADMIN_TOKEN_FILE: '' }, () => done);

    expect([wrong.code, nothing.code, printed]).toEqual([2, 2, '']);
    expect(said.split('\n')).toEqual([
      '"nowhere" is not a flag.',
      'There is no flag --what.',
      '--data is needed: a data folder of the emulator.',
      '--to is needed: a new folder.',
      '--garage-admin-url is an http or https URL without credentials and query, not "http://(hidden)@node".',
      'The admin token is of visible ASCII characters.',
      `--s3-public-url is the URL of the cluster's S3 endpoint, not "ftp://(hidden)@s3".`,
      'coffer-emulator move --help lists all flags.',
      '--data is needed: a data folder of the emulator.',
      '--to is needed: a new folder.',
      '--garage-admin-url is needed: the admin API of a node of the cluster.',
      '--garage-admin-token-file is needed.',
      `--s3-public-url is the URL of the cluster's S3 endpoint, not "".`,
      'coffer-emulator move --help lists all flags.',
      '',
    ]);
  });

  test('a password with a comma in the list of URLs is not told in parts', async () => {
    const COFFER_EMULATOR_GARAGE_ADMIN_URL = 'http://admin:canary,rest@10.0.0.1:3903';
    const { code } = await moving(['--data', dataFolder()], { ...TOKEN, COFFER_EMULATOR_GARAGE_ADMIN_URL }, () => done);

    expect(code).toBe(2);
    expect(said).toContain('query, not "http://(hidden)@10.0.0.1:3903".');
    expect(said).not.toContain('canary');
  });

  test('help names every flag with its value, and wins over what is wrong', async () => {
    const { code, asked } = await moving(['--help', '--what'], {}, () => done);

    expect([code, asked, said]).toEqual([0, undefined, '']);
    expect(printed).toMatch(/^Usage: coffer-emulator move \[flags\]\n\nMoves a service/);
    const valued = ['data <folder>', 'to <folder>', 'garage-admin-url <url>', 'garage-admin-token-file <file>'];
    for (const flag of [...valued, 's3-public-url <url>', 's3-region <region>', 'help ']) {
      expect(printed).toContain(`\n  --${flag}`);
    }
  });
});

test.each([
  [['--data', 'folder', '--with-values'], '--with-values needs --write'],
  [[], '--data is needed'],
  [['--wiht-values'], 'There is no flag --wiht-values.'],
])('save-seed %j is refused', async (flags, says) => {
  expect(await runSaveSeed(flags, {})).toBe(2);
  expect([printed, said]).toEqual(['', expect.stringContaining(says)]);
});

describe('reconcile', () => {
  /** What a cluster has and the folder does not know; what is decided about is known afterwards. */
  const unknown = (...ids: readonly string[]) => {
    const left = new Set(ids);
    const seen: unknown[] = [];
    const open: OpenReconciliation = async (...given) => {
      seen.push(given);
      return {
        list: async () =>
          [...left].map((id) => ({
            id,
            says: `bucket ${id}`,
            decide: async (decision) => {
              if (id === 'full') throw new StartError('it holds objects.');
              if (id === 'broken') throw new Error('defect');
              left.delete(id);
              return `${decision} was done`;
            },
          })),
        close: async () => void seen.push('closed'),
      };
    };
    return { open, seen };
  };
  const run = (argv: readonly string[], open: OpenReconciliation, data = dataFolder()) =>
    runReconcile(['--data', data, ...ADMIN, ...argv], { ...TOKEN, COFFER_EMULATOR_ENCRYPTION_KEY: 'key' }, open);

  test('without a decision it lists what is unknown, changes nothing, and fails', async () => {
    const [{ open, seen }, data] = [unknown('a', 'b'), dataFolder()];

    expect(await run([], open, data)).toBe(1);
    expect(printed).toBe('bucket a\nbucket b\n2 unknown: decide with --adopt, --purge or --forget.\n');
    expect(seen).toEqual([[data, ACCESS, 'key'], 'closed']);
  });

  test('decisions are about single ids, and "all" about those that no other flag names', async () => {
    expect(await run(['--adopt', 'all', '--purge', 'b', '--forget', 'c'], unknown('a', 'b', 'c').open)).toBe(0);
    expect(printed).toBe(
      ['a', 'adopt', 'b', 'purge', 'c', 'forget']
        .map((word, at) => (at % 2 === 0 ? `bucket ${word}\n` : `  ${word}: ${word} was done\n`))
        .concat('Nothing is unknown: the control plane can go on.\n')
        .join(''),
    );
  });

  test('what cannot be done is told beside what was done, and fails the command', async () => {
    expect(await run(['--purge', 'full', '--purge', 'a'], unknown('full', 'a').open)).toBe(1);
    expect(printed).toBe(
      'bucket full\n  purge: NOT DONE: it holds objects.\nbucket a\n  purge: purge was done\n1 unknown: decide with --adopt, --purge or --forget.\n',
    );
  });

  test('an id that is not unknown stops it before anything is changed, and the folder is closed', async () => {
    const { open, seen } = unknown('a');

    expect(await run(['--adopt', 'a', '--purge', 'x', '--forget', 'y'], open)).toBe(1);
    expect([printed, said]).toEqual(['', 'Nothing is unknown here with the id x, y. Nothing was changed.\n']);
    expect(seen.at(-1)).toBe('closed');
  });

  test('a defect is thrown, after the folder is closed', async () => {
    const { open, seen } = unknown('broken');

    await expect(run(['--adopt', 'all'], open)).rejects.toThrow('defect');
    expect(seen.at(-1)).toBe('closed');
  });

  test('two decisions about an id, and "all" where it is not meant, are wrong; nothing is opened', async () => {
    const { open, seen } = unknown('a');

    expect(await run(['--adopt', 'a', '--purge', 'a', '--forget', 'all'], open)).toBe(2);
    expect(said).toBe(
      'There are two decisions about a.\n--forget takes ids, not "all".\ncoffer-emulator reconcile --help lists all flags.\n',
    );
    expect(await runReconcile([], {}, open)).toBe(2);
    for (const needed of ['--data', '--garage-admin-url', '--garage-admin-token-file']) {
      expect(said).toContain(`${needed} is needed`);
    }
    expect(await run([], open, '/nowhere')).toBe(1);
    expect(await run(['--help'], open)).toBe(0);
    expect(printed).toMatch(/^Usage: coffer-emulator reconcile \[flags\]\n\nAfter the restore of a backup/);
    for (const flag of ['adopt', 'purge', 'forget']) expect(printed).toContain(`\n  --${flag} <id>`);
    expect(seen).toEqual([]);
  });
});
