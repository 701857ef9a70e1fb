import { bin, inRoot, ROOT } from '../../scripts/support/paths';
import { must } from '../../scripts/support/run';

/** Builds the provider once before the acceptance tests; nothing is done when it is up to date. */
export default async function buildProvider(): Promise<void> {
  await must(bin('tsx'), [inRoot('scripts/build-provider.ts')], { cwd: ROOT });
}
