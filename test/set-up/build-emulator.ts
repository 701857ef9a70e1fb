import { buildEmulator } from '../../scripts/build-emulator';

/** Builds the emulator's package for the tests that start it. Does nothing when it is up to date. */
export default async function setup(): Promise<void> {
  await buildEmulator();
}
