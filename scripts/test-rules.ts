import { readFileSync, writeFileSync } from 'node:fs';
import type { TestCase, TestModule } from 'vitest/node';
import { type Break, broken } from './rules/break';
import { breaks } from './rules/breaks';
import { byNumber, type NamedTest, readRules } from './rules/pages';
import { type Caught, renewed } from './rules/quality-page';
import { makeSources } from './sources/sources';
import { AlteredRun } from './support/altered-run';
import { main } from './support/main';
import { inRoot } from './support/paths';

const PAGE = inRoot('docs/internals/quality.md');

/** Breaks rules, all or `npm run test:rules -- P12 E5`, and shows that the first test of each fails. Writes to `docs/internals/quality.md`. */
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
  const run = await AlteredRun.start();
  try {
    for (const { number, tests } of rules) {
      const [test] = tests;
      const wanted = breaks[number];
      if (test === undefined || wanted === undefined) throw new Error(`${number} has no test, or no break.`);
      const [early] = await failures(run, test);
      if (early) throw new Error(`${number} is not broken yet, and its test fails: ${early.test}: ${early.says}`);
      const [failure] = await failures(run, test, wanted);
      console.log(`${failure ? 'caught  ' : 'SURVIVES'} ${number} ${wanted.does}: ${failure?.says ?? test.title}`);
      if (failure) {
        const caught = { rule: number, does: wanted.does, ...failure };
        writeFileSync(PAGE, renewed(readFileSync(PAGE, 'utf8'), [caught], numbers));
      } else survivors.push(number);
    }
  } finally {
    await run.close();
  }
  console.log(`${rules.length - survivors.length} of ${rules.length} broken rules were caught.`);
  // Vitest has set the exit code for the failures expected here.
  process.exitCode = survivors.length > 0 ? 1 : 0;
});

/** The failures of a test, table or group, with source broken or unchanged. Throws if the file is not loaded or nothing ran: that proves nothing. */
async function failures(
  run: AlteredRun,
  { file, title }: NamedTest,
  wanted?: Break,
): Promise<Pick<Caught, 'test' | 'says'>[]> {
  run.use(...(wanted ? [{ file: wanted.file, alter: (source: string) => broken(wanted, source) }] : []));
  const modules = await run.run([file], new RegExp(patternOf(title)));
  const ran = modules.flatMap(casesOf).filter((one) => one.result().state !== 'skipped');
  if (ran.length === 0) throw new Error(`${file} has no test ${JSON.stringify(title)}.`);
  return ran.flatMap((one) => {
    const { state, errors = [] } = one.result();
    // A timeout on a busy machine proves nothing about a rule.
    if (errors.every(({ message }) => message.startsWith('Test timed out'))) return [];
    return state === 'failed' ? [{ test: one.fullName, says: errors[0]?.message.split('\n')[0] ?? '' }] : [];
  });
}

/** A title up to its first placeholder, as a regular expression; it matches after the numbers of the rules. */
function patternOf(title: string): string {
  const [literal = ''] = title.split(/%[a-z]|\$/);
  return `[PFEC]\\d+: ${literal.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`;
}

function casesOf(module: TestModule): TestCase[] {
  const [error] = module.errors();
  if (error) throw new Error(`${module.relativeModuleId} could not be loaded: ${error.message}`);
  return [...module.children.allTests()];
}
