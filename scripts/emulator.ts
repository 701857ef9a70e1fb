import { makeEmulatorSources } from './sources/emulator';
import { main } from './support/main';

/** Runs the emulator from its sources: `npm run emulator`. */
main(async () => {
  await makeEmulatorSources();
  await import('../emulator/main');
});
