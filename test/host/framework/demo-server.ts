import {
  type CloseRequest,
  type Model,
  type ObjectValue,
  type Schema,
  string,
  withConnection,
} from '../../../framework';
import type { BindableRpc } from '../../../framework/protocol/rpc';
import type { Environment, Provider } from '../../../framework/provider';
import { type Resource, stateUpgrader } from '../../../framework/resource';
import { fillFromState, type Plan } from '../../../framework/schema/model';
import { createProviderServer, type ProviderServer } from '../../../framework/server/provider-server';
import { computed, DEMO, optional, required, schemaOf } from '../../unit/framework/definitions';

export interface Service {
  readonly calls: string[];
}

/** A name that makes every handler throw, except those of the resource. */
export const BROKEN = 'broken';

/** The handler behind all others: throws for the name `BROKEN`, otherwise returns the configuration. */
const whole = async ({ config }: { readonly config: ObjectValue }): Promise<ObjectValue> => {
  if (config.name === BROKEN) throw new Error('Nobody expected this.');
  return config;
};

const schema = {
  version: 1,
  description: '',
  attributes: {
    name: string({
      ...required,
      validators: [(value, at, diagnostics) => value === 'bad' && diagnostics.error('Bad', 'It is bad.', at)],
    }),
    secret_wo: string({ ...optional, writeOnly: true }),
    id: string(computed),
  },
} satisfies Schema;

/** The schema of version 0, in which the name was a title. */
const { name, ...others } = schema.attributes;
const before = schemaOf({ ...others, title: name });

const named = schemaOf({ name: string(required) });

/** A `demo_thing`. */
export type Thing = Model<typeof schema>;
export type ThingPlan = Plan<typeof schema>;

/** A thing with all attributes null. */
export const NOTHING = { name: null, secret_wo: null, id: null };

/** No private state. */
export const NO_BYTES = new Uint8Array();

const closeUnlessBroken = async ({ privateState }: Pick<CloseRequest<Service>, 'privateState'>): Promise<void> => {
  await whole({ config: { name: privateState.get('name') as string } });
};

/** An environment in which nothing happens. */
export const ENVIRONMENT: Environment = {
  env: {},
  now: () => 42,
  random: () => 0,
  sleep: async () => undefined,
  log: () => undefined,
};

/** A server with one resource type, `demo_thing`, whose handlers can be replaced, like the one of all other types (`read`). */
export function serve(
  {
    identity,
    ...handlers
  }: Partial<Omit<Resource<Thing, Service, never, ThingPlan>, 'schema' | 'identity'>> & {
    identity?: string | readonly string[];
  } = {},
  service: Service = { calls: [] },
  environment: Environment = ENVIRONMENT,
  read: (request: { readonly config: ObjectValue }) => Promise<ObjectValue> = whole,
) {
  const thing = withConnection<Service>().defineResource({
    typeName: 'thing',
    schema,
    create: async ({ plan }) => ({ ...plan, id: '1' }),
    read: async ({ state }) => state,
    update: async ({ plan, state }) => fillFromState(plan, state),
    delete: async () => undefined,
    importState: async ({ id }) => ({ id }),
    stateUpgraders: { 0: stateUpgrader(before, ({ title, ...rest }) => ({ ...rest, name: title })) },
    ...handlers,
  });
  const provider: Provider<Service> = {
    typeName: 'demo',
    source: 'example/demo',
    schema: schemaOf({ url: string(optional) }),
    resources: [{ ...thing, ...(identity && { identity }) }],
    dataSources: [{ typeName: 'thing', schema: named, read }],
    ephemeralResources: [{ typeName: 'thing', schema: named, open: read, close: closeUnlessBroken }],
    actions: [{ typeName: 'act', schema: named, invoke: async (request) => void (await read(request)) }],
    configure: async () => ({ connection: service, close: async () => void service.calls.push('close') }),
    describeError: (error, action) => ({ severity: 'error', summary: `Cannot ${action}`, detail: String(error) }),
  };
  return createProviderServer(provider, environment);
}

/** The same, configured. */
export async function configured(...args: Parameters<typeof serve>): Promise<ProviderServer> {
  const server = serve(...args);
  await server.configureProvider({ config: { url: null }, terraformVersion: '1.11.4' });
  return server;
}

/** The common fields of requests to create a thing. */
export const creation = { typeName: 'demo_thing', prior: null, private: NO_BYTES };

/** A configured server of a provider with these parts. */
export async function serving(parts: object, environment: Environment = ENVIRONMENT): Promise<ProviderServer> {
  const server = createProviderServer({ ...DEMO, ...parts } as Provider<unknown>, environment);
  await server.configureProvider({ config: {}, terraformVersion: '1.14.0' });
  return server;
}

/** The bytes of the response of a server to an RPC. */
export async function respond(rpc: BindableRpc, server: ProviderServer, request = NO_BYTES): Promise<Uint8Array> {
  const method = rpc.bind(server, ENVIRONMENT);
  if (method.kind !== 'unary') throw new Error('a unary method is required');
  return method.handle(request, { signal: new AbortController().signal, closed: Promise.resolve() });
}
