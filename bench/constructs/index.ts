import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Figures } from '../report/figures';
import { formatNumber } from '../report/table';
import { bundleProgram, type Program } from '../support/program';
import { endProgress, showProgress } from '../support/progress';
import { takingTurns } from '../support/turns';
import type { Level, Synthesis } from './messages';

const LEVELS: readonly Level[] = ['L1', 'L1 in a Construct', 'L2'];

/** What to measure. */
export interface ConstructsBench {
  readonly rounds?: number | undefined;
  /**
   * Number of resources in the stack, a quarter of each type. A second stack has five times as many, to see that the time is
   * proportional to them.
   */
  readonly count: number;
}

const LARGER = 5;

/** Synthesizes the same stack of L1s and of L2s, in turns, each in a fresh process. Throws if their resources differ. */
export async function benchConstructs({ rounds = 5, count }: ConstructsBench): Promise<Figures> {
  const program = await bundleProgram('bench', 'constructs', 'synthesize-program.ts');
  const figures = new Figures(LEVELS);
  try {
    for (const size of [count, LARGER * count]) await measure(program, figures, size, rounds);
  } finally {
    endProgress();
  }
  return figures;
}

async function measure(program: Program, figures: Figures, count: number, rounds: number): Promise<void> {
  const work = `synthesis of ${formatNumber(count)} resources`;
  const seen: Synthesis['resources'][] = [];
  // The first round warms caches.
  for (const { contender: level, round } of takingTurns(LEVELS, rounds + 1)) {
    showProgress(`${work}, round ${round}: ${level}`);
    const { wallMs, cpuMs, resources } = await synthesize(program, level, count);
    seen.push(resources);
    if (round === 0) continue;
    figures.add({ name: work, unit: 'ms', budget: '≤ 1.2 ×' }, level, wallMs);
    figures.add({ name: `${work}, CPU`, unit: 'ms' }, level, cpuMs);
  }
  if (!seen.every((resources) => isDeepStrictEqual(resources, seen[0]))) {
    throw new Error(`The stacks differ: ${JSON.stringify(seen)}`);
  }
}

async function synthesize(program: Program, level: Level, count: number): Promise<Synthesis> {
  const outdir = await mkdtemp(join(tmpdir(), 'coffer-bench-synth-'));
  try {
    return await program.run<Synthesis>(level, String(count), outdir);
  } finally {
    await rm(outdir, { recursive: true, force: true });
  }
}
