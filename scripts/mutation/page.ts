import type { Mutant } from './mutants';
import { isKilled, type Result } from './result';
import { type Draw, SEED } from './sample';

/** First line of the part of `docs/quality.md` about mutants: what stands from here on is written by `npm run test:mutation`. */
export const MUTANTS = '## Mutants';

/** That part: a row for each folder, and everything that survived. */
export function describeMutants(draws: readonly Draw[], results: ReadonlyMap<string, Result>): string {
  const rows = draws.map(({ folder, lines, all, drawn, found }) => {
    const judged = found.flatMap(({ id }) => results.get(id) ?? []);
    const killed = judged.filter(isKilled).length;
    return [folder, lines, all, drawn, judged.length, killed, percent(killed, judged.length)];
  });
  const drawn = draws.flatMap((each) => each.found);
  const judged = drawn.flatMap((mutant) => {
    const result = results.get(mutant.id);
    return result ? [{ mutant, result }] : [];
  });
  const killed = judged.filter(({ result }) => isKilled(result)).length;
  const survivors = judged.filter(({ result }) => !isKilled(result)).map(({ mutant }) => rowOf(mutant));
  return `${MUTANTS}

\`npm run test:mutation\` changes one place of the source at a time, in memory, and runs the tests that import the file, the nearest first, until one fails. The
seed of the sample, ${SEED}, was chosen before the first run; each folder has its part by its lines, and at least 40. A run can be stopped: what was found is
kept in \`build/mutation/\`. A mutant that runs out of time counts as killed, one that changes nothing that can be seen as survived.

| Folder | Lines | Possible | Drawn | Run | Killed | Part |
| --- | --- | --- | --- | --- | --- | --- |
${rows.map(row).join('\n')}
${row(['all', '', '', drawn.length, judged.length, killed, percent(killed, judged.length)])}

| Survivor | Change | From | To |
| --- | --- | --- | --- |
${survivors.join('\n')}
`;
}

function rowOf({ file, line, operator, original, replacement }: Mutant): string {
  return row([`\`${file}\`, line ${line}`, operator, code(original), code(replacement)]);
}

const row = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;

const percent = (part: number, whole: number) => (whole === 0 ? '' : `${Math.floor((100 * part) / whole)} %`);

/** Longest text of a change. */
const LONGEST = 60;

function code(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').replaceAll('`', "'");
  return `\`${line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line}\``;
}
