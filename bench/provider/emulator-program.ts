/** The emulator as a process with requests over IPC: started by `emulatorService`. */
import { Emulator, type FaultHandle } from '../../emulator';
import type { Calls, Question, ServiceResponse } from './messages';

void serve();

async function serve(): Promise<void> {
  const emulator = await Emulator.start();
  let slowness: FaultHandle | undefined;
  const responseTo = (question: Question): ServiceResponse => {
    if (question.kind === 'delay') {
      slowness?.remove();
      slowness = question.ms > 0 ? emulator.faults.add({ operation: '*', delayMs: question.ms }) : undefined;
    }
    const { baseUrl: url, token, projectId } = emulator;
    return { url, token, projectId, calls: question.kind === 'calls' ? takeCalls(emulator) : {} };
  };
  process.on('message', (question) => process.send?.(responseTo(question as Question)));
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
