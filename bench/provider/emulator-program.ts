/** The emulator as a process: started by `emulatorService`. */
import { Emulator, type FaultHandle } from '../../emulator';
import type { Target } from '../support/server';

/** Number of calls by method and path without ids, such as `DELETE /secrets/{id}`. */
export type Calls = Readonly<Record<string, number>>;

/** To the emulator: a delay for every request from now on, if it is to change. */
export interface Question {
  readonly delayMs?: number;
}

export interface ServiceResponse extends Target {
  /** Since the question before. */
  readonly calls: Calls;
}

void serve();

async function serve(): Promise<void> {
  const emulator = await Emulator.start();
  let slowness: FaultHandle | undefined;
  process.on('message', ({ delayMs }: Question) => {
    if (delayMs !== undefined) {
      slowness?.remove();
      slowness = delayMs > 0 ? emulator.faults.add({ operation: '*', delayMs }) : undefined;
    }
    const { baseUrl, token, projectId } = emulator;
    process.send?.({ baseUrl, token, projectId, calls: takeCalls(emulator) } satisfies ServiceResponse);
  });
}

function takeCalls(emulator: Emulator): Calls {
  const calls: Record<string, number> = {};
  for (const { method, path } of emulator.journal.requests()) {
    const route = `${method} ${method === 'DELETE' ? path.replace(/[^/]+$/, '{id}') : path}`;
    calls[route] = (calls[route] ?? 0) + 1;
  }
  emulator.journal.clear();
  return calls;
}
