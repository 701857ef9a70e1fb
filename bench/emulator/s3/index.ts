import { join } from 'node:path';
import { inRoot } from '../../../scripts/support/paths';
import { must } from '../../../scripts/support/run';
import type { MeasureOf, Options } from '../../options';
import { findGo } from '../../provider/peer';
import { Figures, type Work } from '../../report/figures';
import { bundleProgram } from '../../support/program';
import { takingTurns } from '../../support/turns';
import type { Taken } from '../load-program';
import type { Load, Requests, Target } from './messages';
import { emulator, floor, installedServers, s3rver, versitygw } from './servers';
import type { Growth, Stream } from './stream-program';

/** The server in Go to compare costs with; built from the Go module proxy at the first run. */
export const VERSITYGW = '1.8.0';

/** Requests with the name of their row. Objects are written before they are read. */
export type Row = Requests & Pick<Work, 'name' | 'budget'>;

const SMALL = { bytes: 1024, connections: 16, requests: 3_000 };
const MEDIUM = { bytes: 100 * 1024, connections: 16, requests: 1_000 };
const LARGE = { bytes: 16 * 2 ** 20, connections: 4, requests: 24 };
const RATES: readonly Row[] = [
  { act: 'PUT', ...SMALL, name: '1 KiB PUT, 16 connections', budget: '≥ 2 ×' },
  { act: 'GET', ...SMALL, name: '1 KiB GET, 16 connections', budget: '≥ 3 ×' },
  { act: 'PUT', ...LARGE, name: '16 MiB PUT, 4 connections', budget: '≥ 1.4 ×', isUnsigned: true },
  { act: 'PUT', ...LARGE, name: '16 MiB PUT, 4 connections, SHA-256 signed', budget: '≥ 1.0 ×' },
  { act: 'GET', ...LARGE, name: '16 MiB GET, 4 connections', budget: '≥ 2 ×' },
];
const COSTS: readonly Row[] = [
  { act: 'PUT', ...SMALL, name: 'PUT of 1 KiB' },
  { act: 'GET', ...SMALL, name: 'GET of 1 KiB' },
  { act: 'LIST', ...SMALL, requests: 200, name: 'LIST of 1,000' },
  { act: 'PUT', ...MEDIUM, name: 'PUT of 100 KiB' },
  { act: 'GET', ...MEDIUM, name: 'GET of 100 KiB' },
  { act: 'PUT', ...LARGE, name: 'PUT of 16 MiB' },
  { act: 'GET', ...LARGE, name: 'GET of 16 MiB' },
];
const STREAMED_BYTES = 2 ** 30;

/** Measures the built emulator's data plane against s3rver, in turns. Throws if one fails to start, or rejects a request. */
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
      await measureRates(server.target, RATES, contender.label, figures);
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

async function measureRows(target: Target, rows: readonly Row[]): Promise<(Row & Taken)[]> {
  const generator = await bundleProgram('emulator/s3/requests-program.ts');
  return generator.run({ ...target, works: rows } satisfies Load);
}

/** Measures the CPU time of a request: of the floor, of versitygw if there is Go, and of the emulator. Throws if a start or a request fails. */
export async function benchS3Cost(packageFolder: string, { rounds = 7 }: Options): Promise<Figures> {
  const program = join(packageFolder, 'main.cjs');
  const contenders = [
    floor,
    ...(await buildVersitygw()).map(versitygw),
    emulator('emulator', program, 'memory'),
    emulator('emulator with a data folder', program, 'folder'),
  ];
  const figures = new Figures(contenders.map(({ label }) => label));
  for (const { contender } of takingTurns('S3 requests', contenders, rounds)) {
    await using server = await contender.start();
    for (const { name, cpuMs } of await measureRows(server.target, COSTS)) {
      figures.add({ name, unit: 'µs', budget: '≤ 1.2 ×' }, contender.label, cpuMs === null ? cpuMs : cpuMs * 1000);
    }
  }
  return figures;
}

/** Returns its executable; none if there is no Go on the PATH. */
async function buildVersitygw(): Promise<string[]> {
  if ((await findGo()) === undefined) return [];
  const folder = inRoot('build', 'bench', `versitygw-${VERSITYGW}`);
  // Go's own cache makes this short after the first time.
  await must('go', ['install', `github.com/versity/versitygw/cmd/versitygw@v${VERSITYGW}`], {
    env: { GOBIN: folder, GOFLAGS: '-buildvcs=false' },
  });
  return [join(folder, 'versitygw')];
}
