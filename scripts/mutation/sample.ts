import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { inRoot } from '../support/paths';
import { type Mutant, mutantsOf } from './mutants';

/** Chosen before the first run, and not changed since. */
export const SEED = 20261122;

/** Mutants of all folders together, and at least of each. */
const MOST = 300;
const LEAST = 40;

/** What is mutated. */
export const FOLDERS = [
  'provider/client',
  'provider/framework',
  'provider/protocol',
  'provider/resources',
  'emulator/rest',
  'emulator/s3',
] as const;

/** The mutants of one folder, in the order in which they are drawn. */
export interface Draw {
  readonly folder: string;
  readonly lines: number;
  /** How many there are to draw from. */
  readonly all: number;
  readonly drawn: readonly Mutant[];
}

/**
 * Draws from each folder in proportion to its lines, but at least {@link LEAST}. The order is that of a hash of the seed and the
 * mutant: a change of one file does not change what is drawn from the others.
 */
export function draw(): Draw[] {
  const folders = FOLDERS.map((folder) => ({ folder, files: filesIn(folder) }));
  const linesOf = (files: readonly File[]) => files.reduce((sum, { text }) => sum + text.split('\n').length, 0);
  const total = folders.reduce((sum, { files }) => sum + linesOf(files), 0);
  return folders.map(({ folder, files }) => {
    const all = files.flatMap(({ file, text }) => mutantsOf(file, text));
    const ranked = all.map((mutant) => ({ mutant, rank: rankOf(mutant) })).sort((a, b) => (a.rank < b.rank ? -1 : 1));
    const lines = linesOf(files);
    const count = Math.max(LEAST, Math.ceil((MOST * lines) / total));
    return { folder, lines, all: all.length, drawn: ranked.slice(0, count).map(({ mutant }) => mutant) };
  });
}

interface File {
  readonly file: string;
  readonly text: string;
}

function filesIn(folder: string): File[] {
  return readdirSync(inRoot(folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.startsWith('generated/'))
    .sort()
    .map((name) => ({ file: `${folder}/${name}`, text: readFileSync(inRoot(`${folder}/${name}`), 'utf8') }));
}

const rankOf = ({ id }: Mutant) => createHash('sha256').update(`${SEED} ${id}`).digest('hex');
