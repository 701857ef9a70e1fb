import { setTimeout as delay } from 'node:timers/promises';
import { reattachValue } from '../../framework/protocol/reattach';
import type { Environment } from '../../framework/provider';
import { provider } from '../../provider/provider';
import type { Clock } from './environment';
import { serveProvider } from './served-provider';
import type { Target } from './workspace';

/** The provider in this process, for a real Terraform to attach to. */
export interface AttachedProvider extends AsyncDisposable {
  /** Value of `TF_REATTACH_PROVIDERS`. */
  readonly reattach: string;
}

/**
 * Starts the provider in this process, with a clock of the test's own: the released program has no setting for it (P26). It
 * really waits, unless `sleep` does something else.
 */
export async function attachProvider(
  target: Target,
  clock: Clock,
  sleep: Environment['sleep'] = (ms, signal) => delay(ms, undefined, { signal }),
): Promise<AttachedProvider> {
  const served = await serveProvider(provider, {
    env: { COFFER_BASE_URL: target.baseUrl, COFFER_TOKEN: target.token, COFFER_PROJECT_ID: target.projectId },
    now: () => clock.now,
    random: Math.random,
    sleep,
    log: () => undefined,
  });
  return {
    reattach: reattachValue(provider.source, served.address, process.pid),
    [Symbol.asyncDispose]: () => served[Symbol.asyncDispose](),
  };
}
