import { join } from 'node:path';
import { inRoot } from '../../../scripts/support/paths';
import { must } from '../../../scripts/support/run';
import type { Options } from '../../options';
import { findGo } from '../../provider/peer';
import { Figures } from '../../report/figures';
import { takingTurns } from '../../support/turns';
import { measureRows, type Row } from '.';
import { emulator, floor, versitygw } from './servers';

/** The server in Go to compare with; built from the Go module proxy at the first run. */
export const VERSITYGW = '1.8.0';

const SMALL = { bytes: 1024, connections: 16, requests: 3_000 };
const MEDIUM = { bytes: 100 * 1024, connections: 16, requests: 1_000 };
const ROWS: readonly Row[] = [
  { act: 'PUT', ...SMALL, name: 'PUT of 1 KiB' },
  { act: 'GET', ...SMALL, name: 'GET of 1 KiB' },
  { act: 'LIST', ...SMALL, requests: 200, name: 'LIST of 1,000' },
  { act: 'PUT', ...MEDIUM, name: 'PUT of 100 KiB' },
  { act: 'GET', ...MEDIUM, name: 'GET of 100 KiB' },
];

/**
 * Measures the CPU time that a request of S3 costs the server: of the floor, of versitygw where there is Go, and of the emulator.
 * Throws if one fails to start, or rejects a request.
 *
 * @param packageFolder folder of the built npm package
 */
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
    for (const { name, cpuMs } of await measureRows(server.target, ROWS)) {
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
