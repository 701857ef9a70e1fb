import { temporaryFolder } from '../../scripts/support/folders';
import { Figures, type Work } from '../report/figures';
import { endProgress, showProgress } from '../support/progress';
import { BUILTIN, type Contender, Driver } from './contender';
import { sizeBytes } from './installation';
import { measureLimits } from './limits';
import { measureMany } from './many';
import type { Measure } from './measure';
import { measurePlanOfOne } from './plan-of-one';
import type { StartService } from './service';
import { measureStart } from './start';

const SIZE: Work = { name: 'installed size', unit: 'MiB' };

/** Measures of providers. */
export type ProviderMeasure = 'start' | 'one' | 'many' | 'limits';

/** What to measure, and for which providers. */
export interface ProviderBench {
  readonly terraform: string;
  /** The first is the baseline of the ratios; the builtin resource joins them where possible. */
  readonly contenders: readonly Contender[];
  readonly startService: StartService;
  readonly measures: readonly ProviderMeasure[];
  /** Instead of 20 starts, 10 plans, 3 rounds of many and 1 of limits. */
  readonly rounds?: number | undefined;
  /** Number of resources in `many`. */
  readonly count: number;
}

/** Measures providers in turns. Throws if one of them fails or does not do what the configuration requires. */
export async function benchProvider(bench: ProviderBench): Promise<Figures> {
  const builtin = { label: BUILTIN, installation: undefined };
  const contenders = bench.measures.every(hasNoBuiltin) ? bench.contenders : [...bench.contenders, builtin];
  const figures = new Figures(contenders.map(({ label }) => label));
  await using temporary = await temporaryFolder('coffer-bench-');
  try {
    const drivers = await Promise.all(contenders.map((each) => Driver.create(bench.terraform, each, temporary.path)));
    if (bench.measures.includes('start')) {
      await addSizes(contenders, figures);
      await measureStart(drivers, measure(bench, 20), figures);
    }
    if (bench.measures.includes('one')) await measurePlanOfOne(drivers, measure(bench, 10), figures);
    if (bench.measures.includes('many')) await measureMany(drivers, measure(bench, 3), figures, bench.count);
    if (bench.measures.includes('limits')) await measureLimits(drivers, measure(bench, 1), figures);
    return figures;
  } finally {
    endProgress();
  }
}

/** The builtin resource sends no requests. */
const hasNoBuiltin = (measure: ProviderMeasure) => measure === 'limits';

function measure({ rounds, startService }: ProviderBench, usualRounds: number): Measure {
  const onTurn: Measure['onTurn'] = (work) => (turn) =>
    showProgress(`${work}, round ${turn.round + 1}: ${turn.contender.contender.label}`);
  return { rounds: rounds ?? usualRounds, startService, onTurn };
}

async function addSizes(contenders: readonly Contender[], figures: Figures): Promise<void> {
  for (const { label, installation } of contenders) {
    if (installation) figures.add(SIZE, label, (await sizeBytes(installation)) / 2 ** 20);
  }
}
