import { Connections } from '../../../../framework/protocol/connections';
import type { Environment } from '../../../../framework/provider';
import { createProviderServer } from '../../../../framework/server/provider-server';
import type { ObjectValue } from '../../../../framework/values/value';
import { provider } from '../../../../provider/provider';
import { startGrpcServer } from '../../../framework/protocol/support/grpc';
import type { Target } from '../../../support/workspace';
import { skippingEnvironment } from './environment';
import { ON_END } from './served-provider';
import { type Played, TerraformHost } from './terraform-host';

/** A host connected over gRPC to the provider in this process, whose clock is moved on by what is slept. Ends with the test. */
export async function connectHost(
  target: Target,
  options: { readonly version?: Played; readonly settings?: ObjectValue } = {},
): Promise<TerraformHost> {
  const serve = (environment: Environment) => createProviderServer(provider, environment);
  const connections = new Connections(serve, skippingEnvironment(target), ON_END);
  return TerraformHost.connect(await startGrpcServer({ connect: connections.connect }), options);
}

/** Makes something that has to succeed, and gives its id. */
export async function make(host: TerraformHost, typeName: string, config: ObjectValue): Promise<string> {
  const plan = await host.plan(typeName, config);
  const made = plan && (await host.apply(typeName, config, plan, null));
  if (!made?.kept) throw new Error(`${typeName} was not made: ${JSON.stringify(made?.diagnostics)}`);
  return String(made.kept.state.id);
}

/** Makes a bucket, and gives its id. */
export const makeBucket = (host: TerraformHost) => make(host, 'coffer_bucket', { max_size: 1000 });
