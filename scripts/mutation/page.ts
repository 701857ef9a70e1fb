import { EQUIVALENT } from './equivalent';
import type { Mutant } from './mutants';
import { counts, isByHand, isKilled, type Result } from './result';
import { type Draw, SEED } from './sample';

/** The part of `docs/internals/quality.md` about mutants: a row for each folder, all survivors, and why some of them do not count. */
export function describeMutants(draws: readonly Draw[], results: ReadonlyMap<string, Result>): string {
  const judged = draws.flatMap(({ found }) =>
    found.flatMap((mutant) => {
      const result = results.get(mutant.id);
      return result ? [{ mutant, result }] : [];
    }),
  );
  const rows = draws.map((each) => [each.folder, each.lines, each.all, ...figuresOf([each], judged)]);
  const survivors = judged.filter(({ result }) => counts(result) && !isKilled(result));
  const isEquivalent = ({ mutant: { id } }: Judged) => EQUIVALENT[id] !== undefined;
  const survived = survivors.filter((each) => !isEquivalent(each)).map(({ mutant }) => rowOf(mutant));
  return `## Mutants

\`npm run test:mutation\` changes one place of the source at a time, in memory, and runs the tests that execute the place, the nearest and quickest first, until
one fails. The seed of the sample, ${SEED}, was chosen before the first run; each folder has its part by its lines, and at least 40. The sample is kept in
\`scripts/mutation/sample.json\`, with the texts that it was drawn from, and looked for again in the source as it is. What is no longer there, what does not
compile, and what is [equivalent](#equivalent-mutants) for a reason given one by one does not count. A mutant that runs out of time counts as killed, and so
does one that only the test of a process notices, which was seen by hand (\`scripts/mutation/by-hand.ts\`).
What was found is kept in \`build/mutation/\`, so a run can be stopped. At the first run, 69 % were killed; tests were then written for survivors, so the score is
that of this sample. Other samples have survivors: three were drawn later (\`--seed 20261123\`, \`7\`, \`11\`), of which 54 of 77, 114 of 152 and 91 of 118
were killed, with equivalent ones counted. Tests were then written for the survivors that a practitioner could notice.

| Folder | Lines | Possible | Drawn | Gone | Does not compile | Equivalent | Killed | Of these by time | By hand | Survived | Score |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
${rows.map(row).join('\n')}
${row(['all', '', '', ...figuresOf(draws, judged)])}

${survived.length > 0 ? ['| Survivor | Change | From | To |', '| --- | --- | --- | --- |', ...survived].join('\n') : 'Of this sample none survives.'}

### Equivalent mutants

| Place | Change | From | To | Why no test can notice it |
| --- | --- | --- | --- | --- |
${survivors
  .filter(isEquivalent)
  .map(({ mutant }) => rowOf(mutant, EQUIVALENT[mutant.id] ?? ''))
  .join('\n')}
`;
}

interface Judged {
  readonly mutant: Mutant;
  readonly result: Result;
}

function figuresOf(draws: readonly Draw[], all: readonly Judged[]): (string | number)[] {
  const ids = new Set(draws.flatMap(({ found }) => found.map(({ id }) => id)));
  const judged = all.filter(({ mutant }) => ids.has(mutant.id));
  const sum = (part: (draw: Draw) => number) => draws.reduce((total, draw) => total + part(draw), 0);
  const invalid = judged.filter(({ result }) => !counts(result)).length;
  const killed = judged.filter(({ result }) => isKilled(result)).length;
  const byHand = judged.filter(({ result }) => counts(result) && isByHand(result)).length;
  const byTime = judged.filter(({ result }) => result.outcome === 'timeout').length;
  const unkilled = judged.filter(({ result }) => counts(result) && !isKilled(result));
  const equivalent = unkilled.filter(({ mutant: { id } }) => EQUIVALENT[id] !== undefined).length;
  const survived = unkilled.length - equivalent;
  return [
    ...[
      sum(({ drawn }) => drawn),
      sum(({ gone }) => gone.length),
      invalid,
      equivalent,
      killed,
      byTime,
      byHand,
      survived,
    ],
    percent(killed, killed + survived),
  ];
}

function rowOf({ file, line, operator, original, replacement }: Mutant, ...more: string[]): string {
  return row([`\`${file}\`, line ${line}`, operator, code(original), code(replacement), ...more]);
}

const row = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;

const percent = (part: number, whole: number) => (whole === 0 ? '' : `${Math.floor((100 * part) / whole)} %`);

/** Maximum length of the text of a change. */
const LONGEST = 60;

function code(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').replaceAll('`', "'");
  return `\`${line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line}\``;
}
