import { buildFramework } from '../../scripts/build-framework';

/** Packs the framework for the tests that install it. Does nothing when the archive is up to date. */
export default async function setup(): Promise<void> {
  await buildFramework();
}
