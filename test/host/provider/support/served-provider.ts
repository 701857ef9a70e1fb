import { setTimeout as delay } from 'node:timers/promises';
import { type Address, listen } from '../../../../framework/protocol/address';
import { Connections } from '../../../../framework/protocol/connections';
import { createGrpcServer } from '../../../../framework/protocol/grpc/server';
import { reattachValue } from '../../../../framework/protocol/reattach';
import type { Environment, Provider } from '../../../../framework/provider';
import { createProviderServer } from '../../../../framework/server/provider-server';
import { provider } from '../../../../provider/provider';
import type { Target } from '../../../support/workspace';
import { type Clock, variablesOf } from './environment';

/** A provider that listens in this process. */
export interface ServedProvider extends AsyncDisposable {
  readonly address: Address;
}

const nothing = () => undefined;

/** This process stays when its connections end. */
export const ON_END = { shutdown: nothing, gone: nothing, lastClosed: nothing };

/** Serves a provider in this process, for a real Terraform to attach to. */
export async function serveProvider<C>(provider: Provider<C>, environment: Environment): Promise<ServedProvider> {
  const connections = new Connections((given) => createProviderServer(provider, given), environment, ON_END);
  const server = createGrpcServer({ connect: connections.connect });
  const address = await listen(server, provider.typeName, {});
  return {
    address,
    async [Symbol.asyncDispose]() {
      await connections.endAll();
      server.close();
      address.remove();
    },
  };
}

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
    env: variablesOf(target),
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
