import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { inRoot } from '../support/paths';
import { type Mutant, mutantsOf } from './mutants';

/** Chosen before the first run, and not changed since. */
export const SEED = 20261122;

/** Number of mutants in total, and minimum per folder. */
const MOST = 300;
const LEAST = 40;

/** The mutated folders. */
export const FOLDERS = [
  'provider/client',
  'framework',
  'framework/protocol',
  'provider/resources',
  'emulator/rest',
  'emulator/s3',
] as const;

/** Folders that are mutated with another one, of which they were a part when {@link SEED} drew. */
const BESIDE: Readonly<Record<string, readonly string[]>> = {
  'emulator/rest': ['control/api', 'faults', 'http', 'journal', 'seed', 'settings', 'validation'].map(
    (room) => `emulator/${room}`,
  ),
};

/** The mutants drawn from one folder, and their current places. */
export interface Draw {
  readonly folder: string;
  /** Number of lines in the folder when its mutants were drawn. */
  readonly lines: number;
  /** Number of mutants to draw from. */
  readonly all: number;
  readonly drawn: number;
  /** Those still in the source, in the order in which they were drawn, with the original id and the current place. */
  readonly found: readonly Mutant[];
  /** Those whose place no longer exists. */
  readonly gone: readonly Drawn[];
}

/** A mutant in its state when it was drawn. */
export type Drawn = Pick<Mutant, 'id' | 'file' | 'line' | 'operator' | 'original' | 'replacement' | 'statement'>;

interface FolderDrawn {
  readonly folder: string;
  readonly lines: number;
  readonly all: number;
  readonly drawn: readonly Drawn[];
}

/** Folder of the results of a sample. */
export const folderOf = (seed: number): string => inRoot(seed === SEED ? 'build/mutation' : `build/mutation/${seed}`);

/**
 * The sample of {@link SEED} is kept in the repository, so that a change of the source or of the tests is measured by mutants drawn
 * before it. Other samples are kept beside their results.
 */
const sampleFile = (seed: number): string =>
  seed === SEED ? inRoot('scripts/mutation/sample.json') : `${folderOf(seed)}/sample.json`;

/** Returns a sample with the current places in the source; draws it if there is none. */
export function readSample(seed: number = SEED): Draw[] {
  const file = sampleFile(seed);
  mkdirSync(dirname(file), { recursive: true });
  if (!existsSync(file)) writeFileSync(file, sampleText(draw(seed)));
  const folders = JSON.parse(readFileSync(file, 'utf8')) as FolderDrawn[];
  return folders.map(({ folder, lines, all, drawn }) => {
    const now = mutantsIn(folder);
    const places = drawn.map((mutant) => ({ mutant, place: findAgain(mutant, now) }));
    return {
      ...{ folder, lines, all, drawn: drawn.length },
      found: places.flatMap(({ place }) => place ?? []),
      gone: places.flatMap(({ mutant, place }) => (place ? [] : mutant)),
    };
  });
}

/** The text of a sample: a mutant a line, so that a difference shows which one has changed. */
export function sampleText(folders: readonly FolderDrawn[]): string {
  const texts = folders.map(({ drawn, ...rest }) => {
    const lines = drawn.map((mutant) => `   ${JSON.stringify(mutant)}`).join(',\n');
    return `${JSON.stringify(rest).slice(0, -1)},"drawn":[\n${lines}\n]}`;
  });
  return `[\n${texts.join(',\n')}\n]\n`;
}

/**
 * Draws from each folder in proportion to its lines, but at least {@link LEAST}. The order is that of a hash of the seed and the
 * mutant, so a change of one file does not change what is drawn from the others.
 */
export function draw(seed: number = SEED): FolderDrawn[] {
  const folders = FOLDERS.map((folder) => ({ folder, files: filesIn(folder) }));
  const linesOf = (files: readonly File[]) => files.reduce((sum, { text }) => sum + text.split('\n').length, 0);
  const total = folders.reduce((sum, { files }) => sum + linesOf(files), 0);
  return folders.map(({ folder, files }) => {
    const all = mutantsIn(folder);
    const ranked = all
      .map((mutant) => ({ mutant, rank: rankOf(seed, mutant) }))
      .sort((a, b) => (a.rank < b.rank ? -1 : 1));
    const lines = linesOf(files);
    const count = Math.max(LEAST, Math.ceil((MOST * lines) / total));
    return { folder, lines, all: all.length, drawn: ranked.slice(0, count).map(({ mutant }) => asDrawn(mutant)) };
  });
}

/** Finds the same change in the statement most similar to the original one: names and files may have changed since. */
export function findAgain(drawn: Drawn, now: readonly Mutant[]): Mutant | undefined {
  const same = now.find(({ id }) => id === drawn.id);
  if (same) return same;
  const inFile = now.filter(({ file }) => file === drawn.file);
  // A moved file keeps its name.
  const near = inFile.length > 0 ? inFile : now.filter(({ file }) => basename(file) === basename(drawn.file));
  const best = mostLike(drawn, near, LIKE) ?? mostLike(drawn, now, LIKE_ELSEWHERE);
  return best && { ...best, id: drawn.id };
}

/** Minimum similarity, from 0 to 1: below it, it is another statement. */
const LIKE = 0.75;

/** Minimum similarity in another file of the folder, where two statements may be similar by chance. */
const LIKE_ELSEWHERE = 0.9;

function mostLike(drawn: Drawn, among: readonly Mutant[], least: number): Mutant | undefined {
  const [best] = among
    .filter(({ operator }) => operator === drawn.operator)
    .map((mutant) => ({ mutant, likeness: likenessOf(mutant, drawn) - Math.abs(mutant.line - drawn.line) / 1e6 }))
    .sort((a, b) => b.likeness - a.likeness);
  return best && best.likeness >= least ? best.mutant : undefined;
}

const likenessOf = (mutant: Mutant, drawn: Drawn): number =>
  Math.min(...(['statement', 'original', 'replacement'] as const).map((key) => alike(mutant[key], drawn[key])));

/** Share of common character pairs in two texts: 1 if they are equal. */
function alike(one: string, other: string): number {
  if (one === other) return 1;
  const pairs = [one, other].map((text) =>
    Array.from({ length: Math.max(text.length - 1, 0) }, (_, at) => text.slice(at, at + 2)),
  );
  const [left = [], right = []] = pairs;
  const rest = [...right];
  let common = 0;
  for (const pair of left) {
    const at = rest.indexOf(pair);
    if (at >= 0) common += 1;
    if (at >= 0) rest.splice(at, 1);
  }
  return (2 * common) / (left.length + right.length || 1);
}

interface File {
  readonly file: string;
  readonly text: string;
}

const mutantsIn = (folder: string) => filesIn(folder).flatMap(({ file, text }) => mutantsOf(file, text));

/** The files of a folder, but for those of a folder inside of it that has mutants of its own. */
function filesIn(folder: string): File[] {
  const deeper = FOLDERS.filter((other) => other.startsWith(`${folder}/`));
  return [folder, ...(BESIDE[folder] ?? [])]
    .flatMap((each) =>
      readdirSync(inRoot(each), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts') && !name.startsWith('generated/'))
        .map((name) => `${each}/${name}`),
    )
    .filter((file) => !deeper.some((other) => file.startsWith(`${other}/`)))
    .sort()
    .map((file) => ({ file, text: readFileSync(inRoot(file), 'utf8') }));
}

const rankOf = (seed: number, { id }: Mutant) => createHash('sha256').update(`${seed} ${id}`).digest('hex');

function asDrawn({ id, file, line, operator, original, replacement, statement }: Mutant): Drawn {
  return { id, file, line, operator, original, replacement, statement };
}
