import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDataFolder } from '../../../../emulator/files/data-folder';
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
  const own = 'encryption.key coffer.reserve ca.pem ca-key.pem coffer.db coffer.db-wal coffer.db-journal coffer.db-shm';
  const harmless = '.gitkeep .gitignore .keep .DS_Store';
  const files = `${own} ${harmless}`.split(' ').map((name) => [name, '']);
  const folder = folderOf(Object.fromEntries(files));
  mkdirSync(join(folder, 'lost+found'));
  const before = readdirSync(folder);

  expect(openDataFolder(folder)).toEqual({ made: [], setAside: [], isMarked: false, remarks: [] });
  expect(readdirSync(folder)).toEqual(before);
});

test.each([
  ['a file', (path: string) => writeFileSync(path, ''), 'it is a file.'],
  [
    'a folder in place of the database',
    (path: string) => mkdirSync(join(path, 'coffer.db'), { recursive: true }),
    'coffer.db in it is not a file.',
  ],
])('%s is refused in a sentence', (_what, fill, says) => {
  const path = join(temporaryFolder(), 'data');
  fill(path);

  expect(() => openDataFolder(path)).toThrow(refusal(`The data folder ${path} cannot be used: ${says}`));
});

const WAL = '377f0682';
const JOURNAL = 'd9d505f920a163d7';
const FOREIGN = '6e6f7465732e2e2e';

test.each<[string, string, string | undefined, string | undefined, boolean]>([
  ['the log of a database', 'coffer.db-wal', WAL, 'database', true],
  ['a foreign file', 'coffer.db-wal', FOREIGN, 'database', false],
  ['the journal of a database', 'coffer.db-journal', JOURNAL, 'database', true],
  ['a foreign file', 'coffer.db-journal', FOREIGN, 'database', false],
  ['the journal of an empty database', 'coffer.db-journal', JOURNAL, '', true],
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
