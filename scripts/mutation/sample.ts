import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { inRoot } from '../support/paths';
import { type Mutant, mutantsOf } from './mutants';

export const SIZE = 100;

/** The source of what ships. */
const FOLDERS = ['contract', 'emulator', 'framework', 'provider', 'src'];

/** Folders inside of those that scripts write. */
const GENERATED = /^(?:framework\/protocol\/generated|src\/l1)\//;

/** A file of the source: its path from the root of the checkout, and its text. */
export interface Source {
  readonly file: string;
  readonly text: string;
}

/** The hand-written source, sorted by path. */
export function readSources(): Source[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(inRoot(folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  )
    .filter((file) => /(?<!\.d)\.ts$/.test(file) && !GENERATED.test(file))
    .sort()
    .map((file) => ({ file, text: readFileSync(inRoot(file), 'utf8') }));
}

/**
 * Draws one mutant from each hundredth of the source's lines, so that each folder has its part. Which one is decided by a hash of the
 * seed and the mutant; one that is not valid gives way to the next of its hundredth.
 */
export function drawSample(
  sources: readonly Source[],
  seed: number,
  isValid: (mutant: Mutant) => boolean,
  size = SIZE,
): Mutant[] {
  const all: { mutant: Mutant; line: number }[] = [];
  let lines = 0;
  for (const { file, text } of sources) {
    for (const mutant of mutantsOf(file, text)) all.push({ mutant, line: lines + mutant.line - 1 });
    lines += text.split('\n').length;
  }
  const pieces = Map.groupBy(all, ({ line }) => Math.floor((line * size) / lines));
  return [...pieces.values()].flatMap((piece) => {
    const ranked = piece.map(({ mutant }) => ({ mutant, rank: rankOf(seed, mutant) }));
    ranked.sort((one, other) => (one.rank < other.rank ? -1 : 1));
    return ranked.find(({ mutant }) => isValid(mutant))?.mutant ?? [];
  });
}

const rankOf = (seed: number, { id }: Mutant) => createHash('sha256').update(`${seed} ${id}`).digest('hex');
