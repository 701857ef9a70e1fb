import { findToolChain, type ToolChainName } from '../../../scripts/support/tool-chains';

/**
 * Whether a test has the tool chain that it needs (`scripts/support/tool-chains.ts` lists all of them). Without it the run says what it
 * does not test. With `CI=true` nothing required may be missing: the response is yes and the test fails.
 */
export async function hasToolChain(name: ToolChainName, what: string): Promise<boolean> {
  const { version, required, missing } = await findToolChain(name);
  if (version !== undefined || (required && process.env.CI === 'true')) return true;
  process.stderr.write(`not tested without ${name}: ${what} (${missing})\n`);
  return false;
}
