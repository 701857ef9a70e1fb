import { readFileSync, writeFileSync } from 'node:fs';
import { breaks } from './rules/breaks';
import { byNumber, readRules } from './rules/pages';
import { renewed } from './rules/quality-page';
import { Runner } from './rules/runner';
import { makeSources } from './sources/sources';
import { main } from './support/main';
import { inRoot } from './support/paths';

/**
 * Breaks rules one at a time, and shows that the first test of each fails: `npm run test:rules -- P12 E5`, or all of them. Writes
 * the result to `docs/internals/quality.md`.
 */
main(async () => {
  await makeSources();
  const all = [...readRules()].sort((a, b) => byNumber(a.number, b.number));
  const numbers = all.map(({ number }) => number);
  const asked = process.argv.slice(2);
  const unknown = asked.filter((number) => !numbers.includes(number));
  if (unknown.length > 0)
    throw new Error(`There is no rule ${unknown.join(', ')}: see docs/internals/rules/README.md.`);
  const rules = asked.length === 0 ? all : all.filter(({ number }) => asked.includes(number));
  const survivors: string[] = [];
  const runner = await Runner.start();
  try {
    for (const { number, tests } of rules) {
      const [test] = tests;
      const wanted = breaks[number];
      if (test === undefined || wanted === undefined) throw new Error(`${number} has no test, or no break.`);
      const [early] = await runner.failures(test);
      if (early) throw new Error(`${number} is not broken yet, and its test fails: ${early.test}: ${early.says}`);
      const [failure] = await runner.failures(test, wanted);
      console.log(`${failure ? 'caught  ' : 'SURVIVES'} ${number} ${wanted.does}: ${failure?.says ?? test.title}`);
      if (failure) note({ rule: number, does: wanted.does, ...failure }, numbers);
      else survivors.push(number);
    }
  } finally {
    await runner.close();
  }
  console.log(`${rules.length - survivors.length} of ${rules.length} broken rules were caught.`);
  // Vitest has set the exit code for the failures expected here.
  process.exitCode = survivors.length > 0 ? 1 : 0;
});

function note(caught: Parameters<typeof renewed>[1][number], numbers: readonly string[]): void {
  const page = inRoot('docs/internals/quality.md');
  writeFileSync(page, renewed(readFileSync(page, 'utf8'), [caught], numbers));
}
