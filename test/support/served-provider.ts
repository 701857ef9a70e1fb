import { type Address, listen } from '../../framework/protocol/address';
import { Connections } from '../../framework/protocol/connections';
import { createGrpcServer } from '../../framework/protocol/grpc/server';
import type { Environment, Provider } from '../../framework/provider';
import { createProviderServer } from '../../framework/server/provider-server';

/** A provider that listens in this process. */
export interface ServedProvider extends AsyncDisposable {
  readonly address: Address;
}

/** Serves a provider in this process, for a real Terraform to attach to. */
export async function serveProvider<C>(provider: Provider<C>, environment: Environment): Promise<ServedProvider> {
  const nothing = () => undefined;
  const connections = new Connections((given) => createProviderServer(provider, given), environment, {
    shutdown: nothing,
    gone: nothing,
    lastClosed: nothing,
  });
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
