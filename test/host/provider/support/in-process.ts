import { Connections } from '../../../../framework/protocol/connections';
import type { Environment } from '../../../../framework/provider';
import { createProviderServer } from '../../../../framework/server/provider-server';
import type { HostOptions } from '../../../../framework/testing/provider-host';
import type { ObjectValue } from '../../../../framework/values/value';
import { provider } from '../../../../provider/provider';
import type { Target } from '../../../support/workspace';
import { startGrpcServer } from '../../framework/protocol/support/grpc';
import { skippingEnvironment } from './environment';
import { connectTo, type RemoteHost } from './remote-provider';
import { ON_END } from './served-provider';

/** A host connected over gRPC to the provider in this process, whose clock is moved on by what is slept. Ends with the test. */
export async function connectHost(
  target: Target,
  options: Pick<HostOptions, 'settings' | 'rereads'> = {},
): Promise<RemoteHost> {
  const serve = (environment: Environment) => createProviderServer(provider, environment);
  const connections = new Connections(serve, skippingEnvironment(target), ON_END);
  return connectTo(await startGrpcServer({ connect: connections.connect }), options);
}

/** Makes something that has to succeed, and gives its id. */
export async function make(host: RemoteHost, typeName: string, config: ObjectValue): Promise<string> {
  const { kept, diagnostics } = await host.apply(typeName, config);
  if (!kept) throw new Error(`${typeName} was not made: ${JSON.stringify(diagnostics)}`);
  return String(kept.state.id);
}

/** Makes a bucket, and gives its id. */
export const makeBucket = (host: RemoteHost) => make(host, 'coffer_bucket', { max_size: 1000 });
