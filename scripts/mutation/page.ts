import { withPart } from '../rules/quality-page';
import type { Mutant } from './mutants';

/** A mutant of a sample, and whether a test detected it. */
export interface Judged {
  readonly mutant: Mutant;
  readonly isKilled: boolean;
}

/** Number of samples on the page. */
const SHOWN = 3;

const HEAD = `## Mutants

\`npm run test:mutation\` changes one place of the source at a time, in memory, and runs the tests that execute the place, the nearest and quickest
first, until one fails. It draws a mutant from each hundredth of the lines of \`contract/\`, \`emulator/\`, \`framework/\`, \`provider/\` and \`src/\`, but for
what scripts write. The seed is the beginning of the hash of the last commit, so no test was written for the sample. One that does not compile is drawn anew. A
mutant that runs out of time counts as killed; one that no test can notice, because the program does the same with it, counts as a survivor, and so
does one that only a built program executes. These are the last three samples, as they were drawn first.`;

/** `docs/internals/quality.md` with this sample first, and the latest others below. */
export function withSample(page: string, sample: string): string {
  const part = page.split(/\n(?=## )/).find((one) => one.startsWith('## Mutants\n')) ?? '';
  const others = part.split(/\n(?=### )/).filter((one) => one.startsWith('### '));
  const isSame = (one: string) => one.split(',', 1)[0] === sample.split(',', 1)[0];
  const shown = [sample, ...others.filter((one) => !isSame(one))].slice(0, SHOWN);
  return withPart(page, [HEAD, ...shown].map((one) => one.trim()).join('\n\n'));
}

/** The part of the page about one sample: the figures of each folder, and all survivors. */
export function describeSample(seed: number, commit: string, judged: readonly Judged[]): string {
  const folders = [...Map.groupBy(judged, ({ mutant }) => folderOf(mutant.file))].map(
    ([folder, ofFolder]) => `\`${folder}\` ${figures(ofFolder)}`,
  );
  const survivors = judged.filter(({ isKilled }) => !isKilled).map(({ mutant }) => rowOf(mutant));
  return `### Seed ${seed}, commit ${commit}: ${figures(judged)} killed

Killed of each folder: ${folders.join(', ')}.

| Survivor | Change | From | To |
| --- | --- | --- | --- |
${survivors.join('\n')}`;
}

const figures = (judged: readonly Judged[]) =>
  `${judged.filter(({ isKilled }) => isKilled).length} of ${judged.length}`;

const folderOf = (file: string) => file.split('/').slice(0, -1).slice(0, 2).join('/');

const rowOf = ({ file, line, operator, original, replacement }: Mutant) =>
  `| \`${file}\`, line ${line} | ${operator} | ${code(original)} | ${code(replacement)} |`;

/** Maximum length of the text of a change. */
const LONGEST = 60;

function code(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').replaceAll('`', "'");
  return `\`${line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line}\``;
}
