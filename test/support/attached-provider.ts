import { setTimeout as delay } from 'node:timers/promises';
import type { Environment } from '../../provider/framework/provider';
import { createProviderServer } from '../../provider/framework/server/provider-server';
import { listen } from '../../provider/protocol/address';
import { Connections } from '../../provider/protocol/connections';
import { createGrpcServer } from '../../provider/protocol/grpc/server';
import { reattachText } from '../../provider/protocol/reattach';
import { provider } from '../../provider/provider';
import type { Clock } from './environment';
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
  const environment: Environment = {
    env: { COFFER_BASE_URL: target.baseUrl, COFFER_TOKEN: target.token, COFFER_PROJECT_ID: target.projectId },
    now: () => clock.now,
    random: Math.random,
    sleep,
    log: () => undefined,
  };
  const nothing = () => undefined;
  const connections = new Connections((given) => createProviderServer(provider, given), environment, {
    shutdown: nothing,
    gone: nothing,
    lastClosed: nothing,
  });
  const server = createGrpcServer({ connect: connections.connect });
  const address = await listen(server, {});
  const [, reattach = ''] = /TF_REATTACH_PROVIDERS='(.*)'/.exec(reattachText(address, process.pid)) ?? [];
  return {
    reattach,
    async [Symbol.asyncDispose]() {
      await connections.cancelAll();
      server.close();
      address.remove();
    },
  };
}
