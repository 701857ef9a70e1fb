import { join } from 'node:path';
import type { MeasureOf, Options } from '../../options';
import { Figures, type Work } from '../../report/figures';
import { bundleProgram } from '../../support/program';
import { takingTurns } from '../../support/turns';
import type { Taken } from '../load-program';
import type { Growth, Load, Requests, Stream, Target } from './messages';
import { emulator, installedServers, s3rver } from './servers';

/** Requests with the name of their row. Objects are written before they are read. */
export type Row = Requests & Pick<Work, 'name' | 'budget'>;

const SMALL = { bytes: 1024, connections: 16, requests: 3_000 };
const LARGE = { bytes: 16 * 2 ** 20, connections: 4, requests: 24 };
const ROWS: readonly Row[] = [
  { act: 'PUT', ...SMALL, name: '1 KiB PUT, 16 connections', budget: '≥ 2 ×' },
  { act: 'GET', ...SMALL, name: '1 KiB GET, 16 connections', budget: '≥ 3 ×' },
  { act: 'PUT', ...LARGE, name: '16 MiB PUT, 4 connections', budget: '≥ 1.4 ×', isUnsigned: true },
  { act: 'PUT', ...LARGE, name: '16 MiB PUT, 4 connections, SHA-256 signed', budget: '≥ 1.0 ×' },
  { act: 'GET', ...LARGE, name: '16 MiB GET, 4 connections', budget: '≥ 2 ×' },
];
const STREAMED_BYTES = 2 ** 30;

/**
 * Measures the built emulator's data plane against s3rver, in turns. Throws if one fails to start, or rejects a request.
 *
 * @param packageFolder folder of the built npm package
 */
export async function benchS3(
  packageFolder: string,
  measures: readonly MeasureOf<'emulator'>[],
  { rounds }: Options,
): Promise<Figures> {
  const program = join(packageFolder, 'main.cjs');
  const contenders = [
    s3rver,
    emulator('emulator', program, 'folder'),
    emulator('emulator in memory', program, 'memory'),
    ...(await installedServers()),
  ];
  const figures = new Figures(contenders.map(({ label }) => label));
  if (measures.includes('s3')) {
    for (const { contender } of takingTurns('S3 requests', contenders, rounds ?? 5)) {
      await using server = await contender.start();
      await measureRates(server.target, ROWS, contender.label, figures);
    }
  }
  if (measures.includes('s3-memory')) {
    const streamer = await bundleProgram('emulator/s3/stream-program.ts');
    for (const { contender } of takingTurns('S3 stream', contenders, rounds ?? 3)) {
      await using server = await contender.start();
      const stream: Stream = { ...server.target, bytes: STREAMED_BYTES };
      const { inMib, outMib } = await streamer.run<Growth>(stream);
      const work = { unit: 'MiB', budget: '≤ 40 MB' };
      figures.add({ name: 'memory growth while 1 GiB streams in', ...work }, contender.label, inMib);
      figures.add({ name: 'memory growth while 1 GiB streams out', ...work }, contender.label, outMib);
    }
  }
  return figures;
}

/** Measures the rate of small requests in requests, that of large ones in bytes, and what one costs the server. */
export async function measureRates(
  target: Target,
  rows: readonly Row[],
  label: string,
  figures: Figures,
): Promise<void> {
  for (const { name, budget, bytes, perSecond, cpuMs } of await measureRows(target, rows)) {
    const isSmall = bytes < 1e6;
    const unit = isSmall ? 'requests/s' : 'MB/s';
    figures.add({ name, unit, budget }, label, isSmall ? perSecond : (perSecond * bytes) / 1e6);
    figures.add({ name: `${name}: server CPU per request`, unit: 'ms' }, label, cpuMs);
  }
}

/** Sends the requests, row by row. */
export async function measureRows(target: Target, rows: readonly Row[]): Promise<(Row & Taken)[]> {
  const generator = await bundleProgram('emulator/s3/requests-program.ts');
  return generator.run({ ...target, works: rows } satisfies Load);
}
