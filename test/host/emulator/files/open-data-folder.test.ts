import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { openDataFolder, readKeyFile } from '../../../../emulator/files/data-folder';
import { temporaryFolder } from '../support';

/** A folder with these files. */
function folderOf(files: Readonly<Record<string, string | Buffer>>): string {
  const folder = temporaryFolder();
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return folder;
}

const refusal = (message: string) => expect.objectContaining({ name: 'StartError', message });

test('the folders that a data folder needs are made for their owner only, and named outermost first', () => {
  const parent = temporaryFolder();
  const [outer, inner] = [join(parent, 'a'), join(parent, 'a', 'b')];

  expect(openDataFolder(inner)).toEqual({ made: [outer, inner], setAside: [], isMarked: false, remarks: [] });
  expect([outer, inner].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o700]);
  expect(openDataFolder(inner)).toEqual({ made: [], setAside: [], isMarked: false, remarks: [] });
});

test('what the emulator wrote, and what keeps or decorates an empty folder, is no reason to refuse it', () => {
  const own = [
    'encryption.key',
    'coffer.reserve',
    'ca.pem',
    'ca-key.pem',
    'coffer.db',
    'coffer.db-wal',
    'coffer.db-journal',
  ];
  const harmless = ['.gitkeep', '.gitignore', '.keep', '.DS_Store'];
  const files = [...own, 'coffer.db-shm', ...harmless].map((name) => [name, '']);
  const folder = folderOf(Object.fromEntries(files));
  mkdirSync(join(folder, 'lost+found'));
  const before = readdirSync(folder);

  expect(openDataFolder(folder)).toEqual({ made: [], setAside: [], isMarked: false, remarks: [] });
  expect(readdirSync(folder)).toEqual(before);
});

test.each([
  [5, /: a-1, a-2, a-3, a-4, a-5\. Give an empty folder, or one that does not exist\.$/],
  [7, /: a-1, a-2, a-3, a-4, a-5, and 2 more\. Give an empty folder, or one that does not exist\.$/],
])('of %i files of somebody else, five are named', (count, named) => {
  const folder = folderOf(Object.fromEntries(Array.from({ length: count }, (_, n) => [`a-${n + 1}`, ''])));

  expect(() => openDataFolder(folder)).toThrow(named);
});

test.each([
  ['a file', (path: string) => writeFileSync(path, ''), 'it is a file.'],
  [
    'a folder in place of the database',
    (path: string) => mkdirSync(join(path, 'coffer.db'), { recursive: true }),
    'coffer.db in it is not a file.',
  ],
  [
    'a folder in place of the marker',
    (path: string) => mkdirSync(join(path, 'coffer-emulator.json'), { recursive: true }),
    'coffer-emulator.json in it is not one that the emulator wrote. Give another folder.',
  ],
])('%s is refused in a sentence', (_what, fill, says) => {
  const path = join(temporaryFolder(), 'data');
  fill(path);

  expect(() => openDataFolder(path)).toThrow(refusal(`The data folder ${path} cannot be used: ${says}`));
});

test.each(['null', '{}', '{"what":"data folder of coffer-emulator","version":"1"}'])(
  'a marker that is %s is refused',
  (text) => {
    const folder = folderOf({ 'coffer-emulator.json': text });

    expect(() => openDataFolder(folder)).toThrow(
      refusal(
        `The data folder ${folder} cannot be used: coffer-emulator.json in it is not one that the emulator wrote. Give another folder.`,
      ),
    );
  },
);

test('a folder that cannot be made is refused with the reason of the system', () => {
  const cause = expect.objectContaining({ syscall: 'mkdir' });

  expect(() => openDataFolder('/dev/null/x')).toThrow(
    expect.objectContaining({
      message: "The data folder /dev/null/x cannot be used: ENOTDIR: not a directory, mkdir '/dev/null/x'.",
      cause,
    }),
  );
});

test('a folder where this user may not write is refused with what to do', () => {
  const folder = join(temporaryFolder(), 'data');
  chmodSync(dirname(folder), 0o500);
  // Root may write everywhere, so it is somebody else meanwhile.
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.(65_534);
  try {
    expect(() => openDataFolder(folder)).toThrow(
      /^The data folder .+ cannot be used: EACCES: .+\. Give this user the right to write there, or give another folder\.$/,
    );
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
});

const WAL = ['377f0682', '377f0683'];
const JOURNAL = ['d9d505f920a163d7', '0000000000000000'];
const FOREIGN = '6e6f7465732e2e2e';

test.each<[string, string, string | undefined, string | undefined, boolean]>([
  ['the log of a database', 'coffer.db-wal', WAL[0], 'database', true],
  ['the log of a database', 'coffer.db-wal', WAL[1], 'database', true],
  ['a foreign file', 'coffer.db-wal', FOREIGN, 'database', false],
  ['the journal of a database', 'coffer.db-journal', JOURNAL[0], 'database', true],
  ['a journal that is being written', 'coffer.db-journal', JOURNAL[1], 'database', true],
  ['a foreign file', 'coffer.db-journal', FOREIGN, 'database', false],
  ['the journal of an empty database', 'coffer.db-journal', JOURNAL[0], '', true],
  ['what is shorter than a head', 'coffer.db-wal', '37', 'database', false],
])('E11: %s as %s that begins with %s (beside %j) stays: %s', (_what, name, head = '', database, stays) => {
  const folder = folderOf({
    [name]: Buffer.from(head, 'hex'),
    ...(database === undefined ? {} : { 'coffer.db': database }),
  });
  const moved = join(folder, 'lost+found', name);

  expect(openDataFolder(folder).setAside).toEqual(stays ? [] : [moved]);
  expect([existsSync(join(folder, name)), existsSync(moved)]).toEqual([stays, !stays]);
});

test.each([0o755, 0o750, 0o777])('an existing folder of the mode %o is told, and stays as it is', (mode) => {
  const folder = temporaryFolder();
  chmodSync(folder, mode);

  const { remarks } = openDataFolder(folder);

  expect(remarks).toEqual([
    `other users of this machine can ${mode === 0o777 ? 'replace the files in it' : 'see the names of the files in it'}; run "chmod 700" on it.`,
  ]);
  expect(statSync(folder).mode & 0o777).toBe(mode);
});

test('E11: what is set aside gets a name of its own, in a folder for its owner only', () => {
  const folder = folderOf({ 'coffer.db': 'database' });
  const found = [1, 2, 3].flatMap(() => {
    writeFileSync(join(folder, 'coffer.db-wal'), 'foreign');
    return openDataFolder(folder).setAside;
  });

  const first = join(folder, 'lost+found', 'coffer.db-wal');
  expect(found).toEqual([first, `${first}.2`, `${first}.3`]);
  expect(statSync(join(folder, 'lost+found')).mode & 0o777).toBe(0o700);
});

test('E11: where nothing can be set aside, a foreign log is refused in a sentence, and stays', () => {
  const folder = folderOf({ 'coffer.db': 'database', 'coffer.db-wal': 'foreign', 'lost+found': '' });

  expect(() => openDataFolder(folder)).toThrow(
    refusal(`The data folder ${folder} cannot be used: move coffer.db-wal in it away, it belongs to no database.`),
  );
  expect(existsSync(join(folder, 'coffer.db-wal'))).toBe(true);
});

test('the mode of a file that the key file only links to is left alone', () => {
  const folder = temporaryFolder();
  const [key, link] = [join(temporaryFolder(), 'key'), join(folder, 'encryption.key')];
  writeFileSync(key, ' text\n');
  chmodSync(key, 0o640);
  symlinkSync(key, link);

  expect(readKeyFile(folder, () => 'drawn', true)).toBe('text');
  expect([statSync(key).mode & 0o777, lstatSync(link).isSymbolicLink()]).toEqual([0o640, true]);
});
