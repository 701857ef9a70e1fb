import { join } from 'node:path';
import { inRoot } from '../../../scripts/support/paths';
import { must, run } from '../../../scripts/support/run';
import { Figures } from '../../report/figures';
import { bundleProgram } from '../../support/program';
import { endProgress, showProgress } from '../../support/progress';
import { takingTurns } from '../../support/turns';
import { startVersitygw } from './installed';
import { type Load, type Results, requireResult } from './messages';
import { startEmulator, startFloor } from './servers';

/** The server in Go to compare with; built from the Go module proxy at the first run. */
export const VERSITYGW = '1.8.0';

const FLOOR = 'floor';

const ROWS = [
  { kind: 'small put', name: 'PUT of 1 KiB' },
  { kind: 'small get', name: 'GET of 1 KiB' },
  { kind: 'small list', name: 'LIST of 1,000' },
  { kind: 'medium put', name: 'PUT of 100 KiB' },
  { kind: 'medium get', name: 'GET of 100 KiB' },
] as const;
const WORK = {
  kinds: ROWS.map(({ kind }) => kind),
  sizes: {
    small: { bytes: 1024, connections: 16, requests: 3_000, lists: 200 },
    medium: { bytes: 100 * 1024, connections: 16, requests: 1_000 },
  },
};

/** What to measure. */
export interface CostBench {
  /** Folder of the built npm package. */
  readonly packageFolder: string;
  /** Instead of 7. */
  readonly rounds?: number | undefined;
}

/**
 * Measures the CPU time that a request of S3 costs the server: of the floor, of versitygw where there is Go, and of the emulator.
 * Throws if one fails to start, or rejects a request.
 */
export async function benchS3Cost({ packageFolder, rounds = 7 }: CostBench): Promise<Figures> {
  const program = join(packageFolder, 'main.cjs');
  const versitygw = await buildVersitygw();
  const contenders = [
    { label: FLOOR, start: startFloor },
    ...(versitygw === undefined ? [] : [{ label: 'versitygw', start: startVersitygw(versitygw) }]),
    { label: 'emulator', start: startEmulator(program, 'memory') },
    { label: 'emulator with a data folder', start: startEmulator(program, 'folder') },
  ];
  const figures = new Figures(contenders.map(({ label }) => label));
  const generator = await bundleProgram('bench', 'emulator', 's3', 'requests-program.ts');
  try {
    for (const { contender, round } of takingTurns(contenders, rounds)) {
      showProgress(`S3 requests, round ${round + 1}: ${contender.label}`);
      await using server = await contender.start();
      const results = await generator.tell<Results>({ ...server.target, ...WORK } satisfies Load);
      for (const { kind, name } of ROWS) {
        const { cpuMs } = requireResult(results, kind);
        if (cpuMs !== undefined) figures.add({ name, unit: 'µs', budget: '≤ 1.2 ×' }, contender.label, cpuMs * 1000);
      }
    }
    return figures;
  } finally {
    endProgress();
  }
}

/** Returns its executable; undefined if there is no Go on the PATH. */
async function buildVersitygw(): Promise<string | undefined> {
  const go = await run('go', ['env', 'GOVERSION']).catch(() => undefined);
  if (go?.code !== 0) return undefined;
  const folder = inRoot('build', 'bench', `versitygw-${VERSITYGW}`);
  // Go's own cache makes this short after the first time.
  await must('go', ['install', `github.com/versity/versitygw/cmd/versitygw@v${VERSITYGW}`], {
    env: { GOBIN: folder, GOFLAGS: '-buildvcs=false' },
  });
  return join(folder, 'versitygw');
}
