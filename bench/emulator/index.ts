import { join } from 'node:path';
import { inRoot, ROOT } from '../../scripts/support/paths';
import { Figures, type Work } from '../report/figures';
import { formatNumber } from '../report/number';
import { memoryMib } from '../support/memory';
import { bundleProgram, bundleWhole, type Program, withoutOurSettings } from '../support/program';
import { endProgress, showProgress } from '../support/progress';
import { type Command, measureToLine } from '../support/stopwatch';
import { takingTurns } from '../support/turns';
import { type InProcessStarts, type Load, REQUEST_KINDS, type Results } from './messages';
import { type Server, serverCommand, startServer } from './server';

const LABEL = 'emulator';

/** Fastify over SQLite and nothing else. Bundled into one file, like the emulator, it reads no packages at its start. */
const FASTIFY = 'empty Fastify';
const FASTIFY_WHOLE = 'empty Fastify in one file';

const CONNECTIONS = 16;
const READY = /^\{"baseUrl":/;

const START: Work = { name: 'process start to ready', unit: 'ms', budget: '≤ 250 ms or 1.2 ×' };
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

/** Measures of the emulator. */
export type EmulatorMeasure = 'start' | 'in-process' | 'rest' | 'memory';

/** What to measure. */
export interface EmulatorBench {
  /** Folder of the built npm package. */
  readonly packageFolder: string;
  readonly measures: readonly EmulatorMeasure[];
  /** Instead of 10 starts of each kind, 5 rounds of requests and 3 of memory. */
  readonly rounds?: number | undefined;
  /** Number of requests of each kind and round whose rate is measured. */
  readonly requests: number;
  /** Number of requests after which memory is measured. */
  readonly memoryRequests: number;
}

/** A server, and the command that starts it. */
interface Contender {
  readonly label: string;
  readonly command: Command['command'];
}

/** The baseline comes first: the cost of the emulator's components on their own. */
async function contendersFor(packageFolder: string): Promise<readonly [Contender, Contender, Contender]> {
  const program = ['bench', 'emulator', 'fastify-program.ts'];
  const fastify = await bundleProgram(...program);
  const whole = await bundleWhole(...program);
  return [
    { label: FASTIFY, command: [process.execPath, fastify.path] },
    { label: LABEL, command: serverCommand([join(packageFolder, 'main.cjs')]) },
    { label: FASTIFY_WHOLE, command: [process.execPath, whole.path] },
  ];
}

/** Measures the built emulator in turns with its baselines. Throws if one fails to start, or responds to a request with an error. */
export async function benchEmulator(bench: EmulatorBench): Promise<Figures> {
  const contenders = await contendersFor(bench.packageFolder);
  const figures = new Figures(contenders.map(({ label }) => label));
  const wants = (measure: EmulatorMeasure) => bench.measures.includes(measure);
  try {
    if (wants('start')) await measureStart(bench, contenders, figures);
    if (wants('in-process')) await measureInProcess(bench, figures);
    if (wants('rest')) await measureRest(bench, contenders.slice(0, 2), figures);
    if (wants('memory')) await measureMemory(bench, figures);
    return figures;
  } finally {
    endProgress();
  }
}

async function measureStart(
  { rounds = 10 }: EmulatorBench,
  contenders: readonly Contender[],
  figures: Figures,
): Promise<void> {
  const options = { env: withoutOurSettings(), cwd: ROOT };
  const checkout = serverCommand(['--import', 'tsx', inRoot('emulator', 'main.ts')]);
  // The first round warms caches.
  for (const { contender, round } of takingTurns(contenders, rounds + 1)) {
    showProgress(`start, round ${round}: ${contender.label}`);
    const took = await measureToLine({ command: contender.command, ...options }, READY);
    if (round === 0) continue;
    figures.add(START, contender.label, took.wallMs);
    figures.add(START_CPU, contender.label, took.cpuMs);
    if (took.residentMib !== undefined) figures.add(START_MEMORY, contender.label, took.residentMib);
    if (contender.label !== LABEL) continue;
    const fromCheckout = await measureToLine({ command: checkout, ...options }, READY);
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

async function measureRest(
  { rounds = 5, requests }: EmulatorBench,
  contenders: readonly Contender[],
  figures: Figures,
): Promise<void> {
  const generator = await bundleProgram('bench', 'emulator', 'load-program.ts');
  for (const { contender, round } of takingTurns(contenders, rounds)) {
    showProgress(`requests, round ${round + 1}: ${contender.label}`);
    await using server = await startServer(contender.command);
    const results = await generateLoad(generator, server, requests);
    for (const kind of REQUEST_KINDS) {
      const { perSecond, cpuMs } = results[kind];
      const name = `REST, ${CONNECTIONS} connections: ${REQUESTS[kind]}`;
      figures.add({ name, unit: 'requests/s', budget: '≥ 5,000 or 0.8 ×' }, contender.label, perSecond);
      if (cpuMs !== undefined) {
        const work = { name: `${name}: server CPU per request`, unit: 'ms', budget: '≤ 1.25 ×' };
        figures.add(work, contender.label, cpuMs);
      }
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
    await using server = await startServer(serverCommand([join(packageFolder, 'main.cjs')]));
    await generateLoad(generator, server, Math.ceil(memoryRequests / REQUEST_KINDS.length));
    const after = `after ${formatNumber(memoryRequests)} requests`;
    const [resident, peak] = [memoryMib(server.pid, 'VmRSS'), memoryMib(server.pid, 'VmHWM')];
    if (resident !== undefined) {
      figures.add({ name: `resident memory ${after}`, unit: 'MiB', budget: '≤ 150 MB' }, LABEL, resident);
    }
    if (peak !== undefined) figures.add({ name: `peak memory ${after}`, unit: 'MiB' }, LABEL, peak);
  }
}

function generateLoad(generator: Program, { pid, target }: Server, requests: number): Promise<Results> {
  return generator.run(JSON.stringify({ ...target, pid, connections: CONNECTIONS, requests } satisfies Load));
}
