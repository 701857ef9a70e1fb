import { spawnSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openService } from '../../host/emulator/domain/objects/support';
import { temporaryFolder } from '../../host/emulator/support';
import { type Dice, throwDice } from '../../support/dice';

const FOLDERS = 25;

/** Ours, ours in the wrong place or shape, and those of others. */
const NAMES = [
  ...['coffer.db', 'coffer.db-wal', 'coffer.db-journal', 'coffer.db-shm', 'coffer-emulator.json', 'encryption.key'],
  ...['ca.pem', 'ca-key.pem', 'objects', 'lost+found', '0123456789abcdef-1', 'fedcba9876543210-7.part', 'HEAD', '.git'],
  ...['.env', '.gitkeep', 'src', 'notes.txt', 'a b', 'ü'],
] as const;

test(`E11: of ${FOLDERS} folders, whatever is in them, no foreign byte is lost`, {
  timeout: 60_000 + 2_000 * FOLDERS,
}, async () => {
  const dice = throwDice('folders');
  let opened = 0;
  for (let n = 0; n < FOLDERS; n += 1) {
    const folder = join(temporaryFolder(), 'data');
    const isUsed = dice.roll(2) === 0;
    if (isUsed) await openService(folder).storage.close();
    fill(folder, dice, 0, isUsed);
    if (dice.roll(8) === 0) spawnSync('git', ['init', '-q', ...(dice.roll(2) ? ['--bare'] : []), folder]);
    const before = contentsOf(folder);
    const own = isUsed ? [join(folder, 'coffer.db'), join(folder, 'coffer.db-wal')] : [];

    for (const _ of [1, 2]) opened += (await tryOpening(folder)) ? 1 : 0;

    const after = contentsOf(folder);
    const left = new Set(after.values());
    const gone = [...before].filter(([path, what]) => after.get(path) !== what && !own.includes(path));
    // What was moved is in `lost+found`, as it was.
    expect(
      gone.filter(([, what]) => !left.has(what)).map(([path]) => path),
      `folder ${n}`,
    ).toEqual([]);
  }
  expect(opened).toBeGreaterThan(FOLDERS / 10);
});

async function tryOpening(folder: string): Promise<boolean> {
  try {
    const { storage } = openService(folder);
    await storage.close();
    return true;
  } catch {
    return false;
  }
}

function fill(folder: string, dice: Dice, depth: number, isUsed: boolean): void {
  mkdirSync(folder, { recursive: true });
  const count = dice.roll(4);
  for (let n = 0; n < count; n += 1) {
    const path = join(folder, dice.pick(NAMES));
    if (existsSync(path) || lstatSync(path, { throwIfNoEntry: false })) {
      if (lstatSync(path).isDirectory() && depth < 3) fill(path, dice, depth + 1, isUsed);
      continue;
    }
    const kind = dice.roll(6);
    if (kind === 0) symlinkSync(dice.pick(['nowhere', '..', 'notes.txt']), path);
    else if (kind < 3 && depth < 3) fill(path, dice, depth + 1, isUsed);
    // No two files are alike, so that each can be found again.
    else writeFileSync(path, `foreign ${path} ${dice.roll(2 ** 30)}`);
  }
}

/** Every path below a folder, with its bytes or where it leads. */
function contentsOf(folder: string): Map<string, string> {
  return new Map(
    readdirSync(folder, { withFileTypes: true }).flatMap((entry): [string, string][] => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return [...contentsOf(path)];
      return [[path, entry.isSymbolicLink() ? `link ${readlinkSync(path)}` : readFileSync(path, 'latin1')]];
    }),
  );
}
