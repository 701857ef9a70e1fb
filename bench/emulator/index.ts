import { join } from 'node:path';
import { inRoot, ROOT } from '../../scripts/support/paths';
import { Figures, type Work } from '../report/figures';
import { formatNumber } from '../report/table';
import { memoryMib } from '../support/memory';
import { bundleProgram, type Program, withoutOurSettings } from '../support/program';
import { endProgress, showProgress } from '../support/progress';
import { measureToLine } from '../support/stopwatch';
import { type InProcessStarts, type Load, type Rates, REQUEST_KINDS } from './messages';
import { type Server, serverCommand, startServer } from './server';

/** The only contender. */
const LABEL = 'emulator';
const CONNECTIONS = 16;
const READY = /^\{"baseUrl":/;

const START: Work = { name: 'process start to ready', unit: 'ms', budget: '≤ 250 ms' };
const START_CPU: Work = { name: 'process start to ready, CPU', unit: 'ms' };
const START_MEMORY: Work = { name: 'resident memory when ready', unit: 'MiB' };
const CHECKOUT_START: Work = { name: 'process start to ready, from the checkout (tsx)', unit: 'ms' };
const FIRST_IN_PROCESS: Work = { name: 'in-process start, first in its process', unit: 'ms', budget: '≤ 100 ms' };
const LATER_IN_PROCESS: Work = { name: 'in-process start, further ones', unit: 'ms', budget: '≤ 100 ms' };
const REQUESTS: Readonly<Record<(typeof REQUEST_KINDS)[number], string>> = {
  list: 'GET /secrets, 20 of them',
  update: 'PUT /secrets',
  'create and delete': 'POST /secrets, DELETE /secrets/{id}',
};

/** What can be measured of the emulator. */
export type EmulatorMeasure = 'start' | 'in-process' | 'rest' | 'memory';

/** What to measure. */
export interface EmulatorBench {
  /** Folder of the built npm package. */
  readonly packageFolder: string;
  readonly measures: readonly EmulatorMeasure[];
  /** In place of 10 starts of each kind, 5 rounds of requests and 3 of memory. */
  readonly rounds?: number | undefined;
  /** Requests of each kind and round whose rate is taken. */
  readonly requests: number;
  /** Requests after which memory is looked at. */
  readonly memoryRequests: number;
}

/** Measures the built emulator. Throws if it fails to start, or answers a request with no success. */
export async function benchEmulator(bench: EmulatorBench): Promise<Figures> {
  const figures = new Figures([LABEL]);
  const wants = (measure: EmulatorMeasure) => bench.measures.includes(measure);
  try {
    if (wants('start')) await measureStart(bench, figures);
    if (wants('in-process')) await measureInProcess(bench, figures);
    if (wants('rest')) await measureRest(bench, figures);
    if (wants('memory')) await measureMemory(bench, figures);
    return figures;
  } finally {
    endProgress();
  }
}

async function measureStart({ packageFolder, rounds = 10 }: EmulatorBench, figures: Figures): Promise<void> {
  const built = serverCommand([join(packageFolder, 'main.cjs')]);
  const checkout = serverCommand(['--import', 'tsx', inRoot('emulator', 'main.ts')]);
  const options = { env: withoutOurSettings(), cwd: ROOT };
  // The first round warms caches.
  for (let round = 0; round <= rounds; round += 1) {
    showProgress(`start, round ${round}`);
    const fromBuilt = await measureToLine({ command: built, ...options }, READY);
    const fromCheckout = await measureToLine({ command: checkout, ...options }, READY);
    if (round === 0) continue;
    figures.add(START, LABEL, fromBuilt.wallMs);
    figures.add(START_CPU, LABEL, fromBuilt.cpuMs);
    if (fromBuilt.residentMib !== undefined) figures.add(START_MEMORY, LABEL, fromBuilt.residentMib);
    figures.add(CHECKOUT_START, LABEL, fromCheckout.wallMs);
  }
}

async function measureInProcess({ packageFolder, rounds = 10 }: EmulatorBench, figures: Figures): Promise<void> {
  const starter = await bundleProgram('bench', 'emulator', 'in-process-program.ts');
  for (let round = 0; round < rounds; round += 1) {
    showProgress(`in-process start, round ${round + 1}`);
    const starts: InProcessStarts = await starter.run(join(packageFolder, 'index.cjs'));
    figures.add(FIRST_IN_PROCESS, LABEL, starts.firstMs);
    for (const ms of starts.laterMs) figures.add(LATER_IN_PROCESS, LABEL, ms);
  }
}

async function measureRest({ packageFolder, rounds = 5, requests }: EmulatorBench, figures: Figures): Promise<void> {
  const generator = await bundleProgram('bench', 'emulator', 'load-program.ts');
  for (let round = 0; round < rounds; round += 1) {
    showProgress(`requests, round ${round + 1}`);
    await using server = await startServer(join(packageFolder, 'main.cjs'));
    const rates = await generateLoad(generator, server, requests);
    for (const kind of REQUEST_KINDS) {
      const name = `REST, ${CONNECTIONS} connections: ${REQUESTS[kind]}`;
      figures.add({ name, unit: 'requests/s', budget: '≥ 5,000' }, LABEL, rates[kind]);
    }
  }
}

async function measureMemory(
  { packageFolder, rounds = 3, memoryRequests }: EmulatorBench,
  figures: Figures,
): Promise<void> {
  const generator = await bundleProgram('bench', 'emulator', 'load-program.ts');
  for (let round = 0; round < rounds; round += 1) {
    showProgress(`memory, round ${round + 1}`);
    await using server = await startServer(join(packageFolder, 'main.cjs'));
    await generateLoad(generator, server, Math.ceil(memoryRequests / REQUEST_KINDS.length));
    const after = `after ${formatNumber(memoryRequests)} requests`;
    const [resident, peak] = [memoryMib(server.pid, 'VmRSS'), memoryMib(server.pid, 'VmHWM')];
    if (resident !== undefined) {
      figures.add({ name: `resident memory ${after}`, unit: 'MiB', budget: '≤ 150 MB' }, LABEL, resident);
    }
    if (peak !== undefined) figures.add({ name: `peak memory ${after}`, unit: 'MiB' }, LABEL, peak);
  }
}

function generateLoad(generator: Program, { target }: Server, requests: number): Promise<Rates> {
  return generator.run(JSON.stringify({ ...target, connections: CONNECTIONS, requests } satisfies Load));
}
