import { isDeepStrictEqual } from 'node:util';
import { temporaryFolder } from '../../scripts/support/folders';
import { Figures } from '../report/figures';
import { formatNumber } from '../report/number';
import { bundleProgram, type Program } from '../support/program';
import { endProgress, showProgress } from '../support/progress';
import { takingTurns } from '../support/turns';
import type { Level, Shape, Synthesis } from './messages';

const LEVELS: readonly Level[] = ['L1', 'L1 in a Construct', 'L2'];

/** What to measure. */
export interface ConstructsBench {
  readonly measures: readonly ('synthesis' | 'key')[];
  readonly rounds?: number | undefined;
  /**
   * Number of resources in the stack, a quarter of each type. A second stack has five times as many, to see that the time is proportional to them.
   */
  readonly count: number;
}

const LARGER = 5;

/** Buckets of the one key. */
const BUCKETS = 3_000;

/** Synthesizes the same stacks of L1s and of L2s, in turns, each in a fresh process. Throws if their resources differ. */
export async function benchConstructs({ measures, rounds = 5, count }: ConstructsBench): Promise<Figures> {
  const program = await bundleProgram('bench', 'constructs', 'synthesize-program.ts');
  const figures = new Figures(LEVELS);
  try {
    for (const work of measures.flatMap((name) => worksOf(name, count))) await measure(program, figures, work, rounds);
  } finally {
    endProgress();
  }
  return figures;
}

/** A stack to synthesize. */
interface Work {
  readonly name: string;
  readonly shape: Shape;
  readonly count: number;
  readonly budget: string;
  readonly cpuBudget?: string;
}

function worksOf(measure: ConstructsBench['measures'][number], count: number): Work[] {
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

async function measure(program: Program, figures: Figures, work: Work, rounds: number): Promise<void> {
  const { name, budget, cpuBudget } = work;
  const seen: Synthesis['resources'][] = [];
  // The first round warms caches.
  for (const { contender: level, round } of takingTurns(LEVELS, rounds + 1)) {
    showProgress(`${name}, round ${round}: ${level}`);
    const { wallMs, cpuMs, resources } = await synthesize(program, level, work);
    seen.push(resources);
    if (round === 0) continue;
    figures.add({ name, unit: 'ms', budget }, level, wallMs);
    figures.add({ name: `${name}, CPU`, unit: 'ms', budget: cpuBudget }, level, cpuMs);
  }
  if (!seen.every((resources) => isDeepStrictEqual(resources, seen[0]))) {
    throw new Error(`The stacks differ: ${JSON.stringify(seen)}`);
  }
}

async function synthesize(program: Program, level: Level, { shape, count }: Work): Promise<Synthesis> {
  await using outdir = await temporaryFolder('coffer-bench-synth-');
  return await program.run<Synthesis>(level, shape, String(count), outdir.path);
}
