import { join } from 'node:path';
import { Figures, type Work } from '../../report/figures';
import { bundleProgram } from '../../support/program';
import { endProgress, showProgress } from '../../support/progress';
import { takingTurns } from '../../support/turns';
import { installedServers } from './installed';
import { type Growth, type Load, type Results, requireResult, type Stream } from './messages';
import { startEmulator, startS3rver } from './servers';

/** Measures of the data plane. */
export type S3Measure = 's3' | 's3-memory';

/** What to measure. */
export interface S3Bench {
  /** Folder of the built npm package. */
  readonly packageFolder: string;
  readonly measures: readonly S3Measure[];
  /** Instead of 5 rounds of requests and 3 of memory. */
  readonly rounds?: number | undefined;
}

const MIB = 2 ** 20;
const SMALL = { bytes: 1024, connections: 16, requests: 3_000 };
const LARGE = { bytes: 16 * MIB, connections: 4, requests: 24 };
const STREAMED_BYTES = 2 ** 30;

/** Objects are written before they are read. */
const ROWS = [
  { kind: 'small put', name: '1 KiB PUT, 16 connections', budget: '≥ 2 ×' },
  { kind: 'small get', name: '1 KiB GET, 16 connections', budget: '≥ 3 ×' },
  { kind: 'large put', name: '16 MiB PUT, 4 connections', budget: '≥ 1.4 ×' },
  { kind: 'large signed put', name: '16 MiB PUT, 4 connections, SHA-256 signed', budget: '≥ 1.0 ×' },
  { kind: 'large get', name: '16 MiB GET, 4 connections', budget: '≥ 2 ×' },
] as const;
const WORK = { kinds: ROWS.map(({ kind }) => kind), sizes: { small: SMALL, large: LARGE } };

/** Measures the built emulator's data plane against s3rver, in turns. Throws if one fails to start, or rejects a request. */
export async function benchS3(bench: S3Bench): Promise<Figures> {
  const program = join(bench.packageFolder, 'main.cjs');
  const contenders = [
    { label: 's3rver', start: startS3rver },
    { label: 'emulator', start: startEmulator(program, 'folder') },
    { label: 'emulator in memory', start: startEmulator(program, 'memory') },
    ...(await installedServers()),
  ];
  const figures = new Figures(contenders.map(({ label }) => label));
  const turns = (what: string, rounds: number) =>
    takingTurns(contenders, bench.rounds ?? rounds, ({ contender, round }) =>
      showProgress(`${what}, round ${round + 1}: ${contender.label}`),
    );
  try {
    if (bench.measures.includes('s3')) {
      const generator = await bundleProgram('bench', 'emulator', 's3', 'requests-program.ts');
      for (const { contender } of turns('S3 requests', 5)) {
        await using server = await contender.start();
        const load: Load = { ...server.target, ...WORK };
        addResults(figures, contender.label, await generator.tell<Results>(load));
      }
    }
    if (bench.measures.includes('s3-memory')) {
      const streamer = await bundleProgram('bench', 'emulator', 's3', 'stream-program.ts');
      for (const { contender } of turns('S3 stream', 3)) {
        await using server = await contender.start();
        const stream: Stream = { ...server.target, bytes: STREAMED_BYTES };
        addGrowth(figures, contender.label, await streamer.tell<Growth>(stream));
      }
    }
    return figures;
  } finally {
    endProgress();
  }
}

function addResults(figures: Figures, label: string, results: Results): void {
  for (const { kind, name, budget } of ROWS) {
    const { perSecond, cpuMs } = requireResult(results, kind);
    const isSmall = kind.startsWith('small');
    const work: Work = { name, unit: isSmall ? 'requests/s' : 'MB/s', budget };
    figures.add(work, label, isSmall ? perSecond : (perSecond * LARGE.bytes) / 1e6);
    if (cpuMs !== undefined) figures.add({ name: `${name}: server CPU per request`, unit: 'ms' }, label, cpuMs);
  }
}

function addGrowth(figures: Figures, label: string, { inMib, outMib }: Growth): void {
  const work = (way: string): Work => ({
    name: `memory growth while 1 GiB streams ${way}`,
    unit: 'MiB',
    budget: '≤ 40 MB',
  });
  figures.add(work('in'), label, inMib);
  figures.add(work('out'), label, outMib);
}
