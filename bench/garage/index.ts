import { join } from 'node:path';
import { type Load, type Results, requireResult } from '../emulator/s3/messages';
import type { Installation } from '../provider/installation';
import { Figures } from '../report/figures';
import { formatNumber } from '../report/number';
import { cpuMsOfAll } from '../support/cpu';
import { bundleProgram } from '../support/program';
import { endProgress, showProgress } from '../support/progress';
import { takingTurns } from '../support/turns';
import { type Contender, LABELS, startContender } from './contenders';
import { measureTerraform } from './terraform';

/** What to measure of a control plane over Garage, compared with the emulator alone and Garage alone. */
export interface GarageBench {
  /** Folder of the built npm package. */
  readonly packageFolder: string;
  readonly measures: readonly ('changes' | 'objects' | 'fail-over' | 'many')[];
  /** Instead of 3. */
  readonly rounds?: number | undefined;
  readonly terraform: string;
  readonly installation: Installation;
  /** Number of buckets, and of keys, in `many`, which runs once. */
  readonly count: number;
}

/** Number of changes of each kind, one after the other. */
const CHANGES = 20;
const SMALL = { bytes: 1024, connections: 16, requests: 1_000 };
const LARGE = { bytes: 16 * 2 ** 20, connections: 4, requests: 8 };
const OBJECTS = [
  ['small put', '1 KiB PUT, 16 connections'],
  ['small get', '1 KiB GET, 16 connections'],
  ['large put', '16 MiB PUT, 4 connections'],
  ['large get', '16 MiB GET, 4 connections'],
] as const;
const WORK = { kinds: OBJECTS.map(([kind]) => kind), sizes: { small: SMALL, large: LARGE } };

/** Measures all contenders in turns. Throws if one fails to start, or rejects a request. */
export async function benchGarage(bench: GarageBench): Promise<Figures> {
  const program = join(bench.packageFolder, 'main.cjs');
  const figures = new Figures(LABELS);
  const generator = await bundleProgram('bench', 'emulator', 's3', 'requests-program.ts');
  const asked = (measure: GarageBench['measures'][number]) => bench.measures.includes(measure);
  try {
    for (const { contender: label, round } of takingTurns(LABELS, bench.rounds ?? 3, ({ contender, round }) =>
      showProgress(`Garage, round ${round + 1}: ${contender}`),
    )) {
      await using contender = await startContender(label, program);
      if (asked('changes')) await measureChanges(contender, figures);
      if (asked('objects')) {
        const bucket = await contender.createBucket();
        const { accessKeyId, secretAccessKey } = await contender.createKey(bucket);
        const keys = { accessKeyId, secretAccessKey };
        const target = { ...(await contender.locate(bucket)), ...keys, pid: process.pid, pids: contender.pids() };
        addObjects(figures, label, await generator.tell<Results>({ ...target, ...WORK } as Load));
      }
      if (asked('fail-over')) await measureFailOver(contender, figures);
      // It takes minutes, so only once.
      if (asked('many') && contender.rest && round === 0) {
        const taken = await measureTerraform(bench, contender.rest, { count: bench.count, pids: contender.pids() });
        for (const [step, { seconds, cpuSeconds }] of Object.entries(taken)) {
          const name = `${formatNumber(bench.count)} buckets and as many keys: terraform ${step}`;
          figures.add({ name, unit: 's' }, label, seconds);
          figures.add({ name: `${name}, server CPU`, unit: 's' }, label, cpuSeconds);
        }
      }
    }
    return figures;
  } finally {
    endProgress();
  }
}

async function measureChanges(contender: Contender, figures: Figures): Promise<void> {
  const timed = async <T>(name: string, act: () => Promise<T>): Promise<T> => {
    const begun = performance.now();
    const result = await act();
    figures.add({ name, unit: 'ms' }, contender.label, performance.now() - begun);
    return result;
  };
  await contender.deleteBucket(await contender.createBucket());
  const before = cpuMsOfAll(contender.pids());
  for (let index = 0; index < CHANGES; index++) {
    const bucket = await timed('create a bucket', () => contender.createBucket());
    const key = await timed('create a key for it', () => contender.createKey(bucket));
    await timed('revoke the key', () => contender.revoke(key));
    await timed('delete the bucket', () => contender.deleteBucket(bucket));
  }
  const name = 'all four, server CPU';
  figures.add({ name, unit: 'ms' }, contender.label, (cpuMsOfAll(contender.pids()) - before) / CHANGES);
}

/** Measures the time from the kill of the node in use until the next bucket is created. */
async function measureFailOver(contender: Contender, figures: Figures): Promise<void> {
  const { cluster, label } = contender;
  if (!cluster || !contender.rest) return;
  const primary = cluster.node(0);
  await primary.kill();
  const begun = performance.now();
  await contender.createBucket();
  const name = 'create a bucket right after the kill of the node that is asked';
  figures.add({ name, unit: 'ms' }, label, performance.now() - begun);
  await primary.start();
  await cluster.untilHealthy();
}

function addObjects(figures: Figures, label: string, results: Results): void {
  for (const [kind, name] of OBJECTS) {
    const isSmall = kind.startsWith('small');
    const { perSecond, cpuMs } = requireResult(results, kind);
    const unit = isSmall ? 'requests/s' : 'MB/s';
    figures.add({ name, unit }, label, isSmall ? perSecond : (perSecond * LARGE.bytes) / 1e6);
    if (cpuMs !== undefined) figures.add({ name: `${name}: server CPU per request`, unit: 'ms' }, label, cpuMs);
  }
}
