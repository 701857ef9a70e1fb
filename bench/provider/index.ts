import { temporaryFolder } from '../../scripts/support/folders';
import type { MeasureOf, Options } from '../options';
import { Figures } from '../report/figures';
import { type Contender, createDriver } from './contender';
import { sizeBytes } from './installation';
import { measureLimits } from './limits';
import { measureMany } from './many';
import { measurePlanOfOne } from './plan-of-one';
import type { StartService } from './service';
import { measureStart } from './start';

/** The builtin resource of Terraform shows the cost of Terraform without any provider process. It sends no requests. */
const BUILTIN: Contender = { label: 'builtin terraform_data', installation: undefined };

/**
 * Measures providers in turns: the first is the baseline of the ratios, the builtin resource joins where possible. Throws if one fails or does not do
 * what the configuration requires.
 */
export async function benchProvider(
  terraform: string,
  given: readonly Contender[],
  startService: StartService,
  measures: readonly MeasureOf<'provider'>[],
  { rounds, count }: Options,
): Promise<Figures> {
  const contenders = measures.every((measure) => measure === 'limits') ? given : [...given, BUILTIN];
  const figures = new Figures(contenders.map(({ label }) => label));
  await using temporary = await temporaryFolder('coffer-bench-');
  const drivers = await Promise.all(contenders.map((each) => createDriver(terraform, each, temporary.path)));
  const run = { drivers, startService, figures };
  if (measures.includes('start')) {
    for (const { label, installation } of given) {
      if (!installation) continue;
      figures.add({ name: 'installed size', unit: 'MiB' }, label, (await sizeBytes(installation)) / 2 ** 20);
    }
    await measureStart(run, rounds ?? 20);
  }
  if (measures.includes('one')) await measurePlanOfOne(run, rounds ?? 10);
  if (measures.includes('many')) await measureMany(run, rounds ?? 3, count);
  if (measures.includes('limits')) await measureLimits(run, rounds ?? 1);
  return figures;
}
