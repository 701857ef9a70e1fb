import { afterAll, beforeAll, beforeEach } from 'vitest';
import { Emulator } from '../../../../emulator';
import { AlteredLine } from './altered-line';

/** One emulator for all tests of a file, and the line to it. Before each test the emulator is empty, and the line changes nothing. */
export function shareAlteredEmulator(options: Parameters<typeof Emulator.start>[0] = {}) {
  const shared = {} as { emulator: Emulator; line: AlteredLine };
  beforeAll(async () => {
    shared.emulator = await Emulator.start(options);
    shared.line = await AlteredLine.start(shared.emulator.baseUrl);
  });
  beforeEach(() => {
    shared.emulator.reset();
    shared.line.straighten();
  });
  afterAll(async () => {
    await shared.line[Symbol.asyncDispose]();
    await shared.emulator.stop();
  });
  return shared;
}
