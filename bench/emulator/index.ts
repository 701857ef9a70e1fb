import { join } from 'node:path';
import { inRoot, ROOT } from '../../scripts/support/paths';
import { memoryMib } from '../../scripts/support/process-figures';
import type { MeasureOf, Options } from '../options';
import { Figures, type Work } from '../report/figures';
import { formatNumber } from '../report/table';
import { bundleProgram, withoutOurSettings } from '../support/program';
import { emulatorCommand, type Server, startServer, type Target } from '../support/server';
import { measureToLine } from '../support/stopwatch';
import { takingTurns } from '../support/turns';
import type { InProcessStarts } from './in-process-program';
import type { Load, Results } from './load-program';

interface Contender {
  readonly label: string;
  readonly command: readonly [string, ...string[]];
}

const LABEL = 'emulator';
const CONNECTIONS = 16;
/** Number of requests whose rate is measured in each round, and of those after which memory is measured. */
const REQUESTS = 15_000;
const MEMORY_REQUESTS = { usual: 20_000, full: 100_000 };
const READY = /^\{"baseUrl":/;

const START: Work = { name: 'process start to ready', unit: 'ms', budget: '≤ 250 ms or 1.2 ×' };
const START_CPU: Work = { name: 'process start to ready, CPU', unit: 'ms' };
const START_MEMORY: Work = { name: 'resident memory when ready', unit: 'MiB' };
const CHECKOUT_START: Work = { name: 'process start to ready, from the checkout (tsx)', unit: 'ms' };
const FIRST_IN_PROCESS: Work = { name: 'in-process start, first in its process', unit: 'ms', budget: '≤ 100 ms' };
const LATER_IN_PROCESS: Work = { name: 'in-process start, further ones', unit: 'ms', budget: '≤ 100 ms' };

/**
 * Measures the built emulator in turns with its baselines: Fastify over SQLite and nothing else, and that bundled into one file, like
 * the emulator, which reads no packages at its start. Throws if one fails to start, or responds to a request with an error.
 */
export async function benchEmulator(
  packageFolder: string,
  measures: readonly MeasureOf<'emulator'>[],
  { rounds, full }: Options,
): Promise<Figures> {
  const { path: fastify } = await bundleProgram('emulator/fastify-program.ts');
  const { path: whole } = await bundleProgram('emulator/fastify-program.ts', 'bundle');
  const emulator = { label: LABEL, command: emulatorCommand(join(packageFolder, 'main.cjs')) };
  const pair: Contender[] = [{ label: 'empty Fastify', command: [process.execPath, fastify] }, emulator];
  const all: Contender[] = [...pair, { label: 'empty Fastify in one file', command: [process.execPath, whole] }];
  const figures = new Figures(all.map(({ label }) => label));
  if (measures.includes('start')) await measureStart(all, rounds ?? 10, figures);
  if (measures.includes('in-process')) {
    const starter = await bundleProgram('emulator/in-process-program.ts');
    for (const _ of takingTurns('in-process start', [emulator], rounds ?? 10)) {
      const starts = await starter.run<InProcessStarts>(join(packageFolder, 'index.cjs'));
      figures.add(FIRST_IN_PROCESS, LABEL, starts.firstMs);
      for (const ms of starts.laterMs) figures.add(LATER_IN_PROCESS, LABEL, ms);
    }
  }
  if (measures.includes('rest')) await measureRest(pair, rounds ?? 5, figures);
  if (measures.includes('memory')) {
    const requests = full ? MEMORY_REQUESTS.full : MEMORY_REQUESTS.usual;
    const after = `after ${formatNumber(requests)} requests`;
    for (const { contender } of takingTurns('memory', [emulator], rounds ?? 3)) {
      await using server = await startServer(contender.command, READY);
      await generateLoad(server, requests);
      const resident: Work = { name: `resident memory ${after}`, unit: 'MiB', budget: '≤ 150 MB' };
      figures.add(resident, LABEL, memoryMib(server.pid, 'VmRSS'));
      figures.add({ name: `peak memory ${after}`, unit: 'MiB' }, LABEL, memoryMib(server.pid, 'VmHWM'));
    }
  }
  return figures;
}

async function measureStart(contenders: readonly Contender[], rounds: number, figures: Figures): Promise<void> {
  const options = { env: withoutOurSettings(), cwd: ROOT };
  const checkout = emulatorCommand('--import', 'tsx', inRoot('emulator', 'main.ts'));
  // The first round warms caches.
  for (const { contender, round } of takingTurns('start', contenders, rounds + 1)) {
    const { label, command } = contender;
    const took = await measureToLine({ command, ...options }, READY);
    if (round === 0) continue;
    figures.add(START, label, took.wallMs);
    figures.add(START_CPU, label, took.cpuMs);
    figures.add(START_MEMORY, label, took.residentMib);
    if (label !== LABEL) continue;
    figures.add(CHECKOUT_START, LABEL, (await measureToLine({ command: checkout, ...options }, READY)).wallMs);
  }
}

async function measureRest(contenders: readonly Contender[], rounds: number, figures: Figures): Promise<void> {
  for (const { contender } of takingTurns('requests', contenders, rounds)) {
    await using server = await startServer(contender.command, READY);
    for (const [kind, { perSecond, cpuMs }] of Object.entries(await generateLoad(server, REQUESTS))) {
      const name = `REST, ${CONNECTIONS} connections: ${kind}`;
      figures.add({ name, unit: 'requests/s', budget: '≥ 5,000 or 0.8 ×' }, contender.label, perSecond);
      const cost: Work = { name: `${name}: server CPU per request`, unit: 'ms', budget: '≤ 1.25 ×' };
      figures.add(cost, contender.label, cpuMs);
    }
  }
}

async function generateLoad({ pid, said }: Server, requests: number): Promise<Results> {
  const generator = await bundleProgram('emulator/load-program.ts');
  const load: Load = { ...(JSON.parse(said) as Target), pid, connections: CONNECTIONS, requests };
  return generator.run<Results>(load);
}
