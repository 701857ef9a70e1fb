import { join } from 'node:path';
import { temporaryFolder } from '../../scripts/support/folders';
import { cpuMs } from '../../scripts/support/process-figures';
import { measureRates, type Row } from '../emulator/s3';
import type { MeasureOf, Options } from '../options';
import { createDriver } from '../provider/contender';
import type { Installation } from '../provider/installation';
import { Figures } from '../report/figures';
import { formatNumber } from '../report/table';
import type { Measured } from '../support/stopwatch';
import { takingTurns } from '../support/turns';
import { type Contender, LABELS, startContender } from './contenders';

/** Number of changes of each kind, one after the other. */
const CHANGES = 20;
const SMALL = { bytes: 1024, connections: 16, requests: 1_000 };
const LARGE = { bytes: 16 * 2 ** 20, connections: 4, requests: 8 };
const OBJECTS: readonly Row[] = [
  { act: 'PUT', ...SMALL, name: '1 KiB PUT, 16 connections' },
  { act: 'GET', ...SMALL, name: '1 KiB GET, 16 connections' },
  { act: 'PUT', ...LARGE, name: '16 MiB PUT, 4 connections', isUnsigned: true },
  { act: 'GET', ...LARGE, name: '16 MiB GET, 4 connections' },
];

/** Measures a control plane over Garage, the emulator alone and Garage alone in turns. Throws if one fails to start, or rejects a request. */
export async function benchGarage(
  packageFolder: string,
  terraform: string,
  installation: Installation,
  measures: readonly MeasureOf<'garage'>[],
  { rounds = 3, count }: Options,
): Promise<Figures> {
  const figures = new Figures(LABELS);
  const contenders = LABELS.map((label) => ({ label }));
  for (const { contender: turn, round } of takingTurns('Garage', contenders, rounds)) {
    await using contender = await startContender(turn.label, join(packageFolder, 'main.cjs'));
    const { label, rest } = contender;
    if (measures.includes('changes')) await measureChanges(contender, figures);
    if (measures.includes('objects')) {
      const bucket = await contender.createBucket();
      const { id: _, ...keys } = await contender.createKey(bucket);
      const target = { ...(await contender.locate(bucket)), ...keys, pids: contender.pids() };
      await measureRates(target, OBJECTS, label, figures);
    }
    if (measures.includes('fail-over')) await measureFailOver(contender, figures);
    // It takes minutes, so only once.
    if (measures.includes('many') && rest && round === 0) {
      await using folder = await temporaryFolder('coffer-bench-terraform-');
      const driver = await createDriver(terraform, { label, installation }, folder.path);
      const workspace = await driver.workspace(bucketsAndKeys(count), rest);
      const measure = async (step: 'apply' | 'plan' | 'destroy') => {
        const before = cpuMs(...contender.pids());
        const { wallMs } = await (workspace[step] as () => Promise<Measured>)();
        const name = `${formatNumber(count)} buckets and as many keys: terraform ${step}`;
        figures.add({ name, unit: 's' }, label, wallMs / 1000);
        figures.add({ name: `${name}, server CPU`, unit: 's' }, label, (cpuMs(...contender.pids()) - before) / 1000);
      };
      await measure('apply');
      await measure('plan');
      await measure('destroy');
    }
  }
  return figures;
}

async function measureChanges(contender: Contender, figures: Figures): Promise<void> {
  const timed = async <T>(name: string, act: () => Promise<T>): Promise<T> => {
    const begun = performance.now();
    const result = await act();
    figures.add({ name, unit: 'ms' }, contender.label, performance.now() - begun);
    return result;
  };
  await contender.deleteBucket(await contender.createBucket());
  const before = cpuMs(...contender.pids());
  for (let index = 0; index < CHANGES; index++) {
    const bucket = await timed('create a bucket', () => contender.createBucket());
    const key = await timed('create a key for it', () => contender.createKey(bucket));
    await timed('revoke the key', () => contender.revoke(key));
    await timed('delete the bucket', () => contender.deleteBucket(bucket));
  }
  const name = 'all four, server CPU';
  figures.add({ name, unit: 'ms' }, contender.label, (cpuMs(...contender.pids()) - before) / CHANGES);
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

/** A configuration of so many buckets, and as many keys, one for each. */
const bucketsAndKeys = (count: number) => `resource "coffer_bucket" "bench" {
  count    = ${count}
  max_size = 1000000
}

resource "coffer_access_key" "bench" {
  count       = ${count}
  bucket_ids  = [coffer_bucket.bench[count.index].id]
  permissions = { read = true, write = true, owner = false }
}
`;
