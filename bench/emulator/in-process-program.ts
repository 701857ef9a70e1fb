/** Starts and stops emulators in this process. Is told the path of the built module; prints `InProcessStarts`. */
import { pathToFileURL } from 'node:url';
import type * as emulatorModule from '../../emulator';
import { told } from '../support/program-message';

/** Durations in milliseconds. */
export interface InProcessStarts {
  readonly firstMs: number;
  readonly laterMs: readonly number[];
}

const LATER_STARTS = 5;

void main();

async function main(): Promise<void> {
  const { Emulator } = (await import(pathToFileURL(told()).href)) as typeof emulatorModule;
  const start = async () => {
    const began = performance.now();
    const emulator = await Emulator.start({ port: 0 });
    const tookMs = performance.now() - began;
    await emulator.stop();
    return tookMs;
  };
  const firstMs = await start();
  const laterMs: number[] = [];
  for (let count = 0; count < LATER_STARTS; count += 1) laterMs.push(await start());
  process.stdout.write(`${JSON.stringify({ firstMs, laterMs } satisfies InProcessStarts)}\n`);
}
