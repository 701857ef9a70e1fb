import { isDeepStrictEqual } from 'node:util';
import { temporaryFolder } from '../../scripts/support/folders';
import type { MeasureOf, Options } from '../options';
import { Figures, type Work } from '../report/figures';
import { formatNumber } from '../report/table';
import { bundleProgram } from '../support/program';
import { takingTurns } from '../support/turns';
import type { Level, Synthesis, Task } from './messages';

const LEVELS = (['L1', 'L1 in a Construct', 'L2'] satisfies Level[]).map((label) => ({ label }));

/** Size of the second stack: the time is proportional to the number of resources. */
const LARGER = 5;

/** Buckets of the one key. */
const BUCKETS = 3_000;

type Stack = Pick<Work, 'name' | 'budget'> & Pick<Task, 'shape' | 'count'> & { readonly cpuBudget?: string };

/** Synthesizes the same stacks of L1s and of L2s, in turns, each in a fresh process. Throws if their resources differ. */
export async function benchConstructs(
  measures: readonly MeasureOf<'constructs'>[],
  { rounds = 5, count }: Options,
): Promise<Figures> {
  const program = await bundleProgram('constructs/synthesize-program.ts');
  const figures = new Figures(LEVELS.map(({ label }) => label));
  for (const { name, budget, cpuBudget, ...stack } of measures.flatMap((measure) => stacksOf(measure, count))) {
    const seen: Synthesis['resources'][] = [];
    // The first round warms caches.
    for (const { contender, round } of takingTurns(name, LEVELS, rounds + 1)) {
      const { label: level } = contender;
      await using outdir = await temporaryFolder('coffer-bench-synth-');
      const task: Task = { level, ...stack, outdir: outdir.path };
      const { wallMs, cpuMs, resources } = await program.run<Synthesis>(task);
      seen.push(resources);
      if (round === 0) continue;
      figures.add({ name, unit: 'ms', budget }, level, wallMs);
      figures.add({ name: `${name}, CPU`, unit: 'ms', budget: cpuBudget }, level, cpuMs);
    }
    if (!seen.every((resources) => isDeepStrictEqual(resources, seen[0]))) {
      throw new Error(`The stacks differ: ${JSON.stringify(seen)}`);
    }
  }
  return figures;
}

function stacksOf(measure: MeasureOf<'constructs'>, count: number): Stack[] {
  if (measure === 'key') {
    const name = `one key over ${formatNumber(BUCKETS)} buckets`;
    return [{ name, shape: 'key', count: BUCKETS, budget: '≤ 2,000 ms' }];
  }
  return [count, LARGER * count].map((size) => ({
    name: `synthesis of ${formatNumber(size)} resources`,
    shape: 'mixed',
    count: size,
    budget: '≤ 1.2 ×',
    cpuBudget: '≤ 1.25 ×',
  }));
}
