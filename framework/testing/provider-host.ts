import type { Diagnostic } from '../diagnostic';
import { valuesEqual } from '../equal';
import { formatPath } from '../path';
import { Connections } from '../protocol/connections';
import type { Connection } from '../protocol/grpc/server';
import type { Provider } from '../provider';
import { schemaType } from '../schema';
import { createProviderServer, type ProviderServer } from '../server/provider-server';
import { isObject, isWhollyKnown, type ObjectValue, type Value } from '../value';
import {
  identityViolations,
  plannedIdentityViolations,
  planViolations,
  replaceViolations,
  resultViolations,
  stateViolations,
  uphold,
} from './contract';
import { type Clock, skippingEnvironment } from './environment';
import { complete, propose } from './proposal';

/** An object as Terraform stores it between two commands. */
export interface Kept {
  readonly state: ObjectValue;
  readonly private: Uint8Array;
}

export interface Outcome {
  readonly action: 'create' | 'update' | 'replace' | 'no-op';
  /** The object after the apply; null if it does not exist. */
  readonly kept: Kept | null;
  readonly planned: ObjectValue;
  readonly diagnostics: readonly Diagnostic[];
}

export interface HostOptions {
  readonly clock?: Clock;
  readonly settings?: Readonly<Record<string, Value>>;
  readonly variables?: Readonly<Record<string, string>>;
}

const NO_BYTES = new Uint8Array();

/**
 * Plays Terraform for one configured provider, in this process and without the wire: proposes new states, plans, applies, refreshes,
 * imports and reads data sources as Terraform does, and throws if a response breaks Terraform's rules. For tests of a
 * resource's rules; test its lifecycle with the real Terraform, too.
 */
export class ProviderHost {
  readonly #cancelling = new AbortController();
  #stopped = false;

  private constructor(
    readonly server: ProviderServer,
    /** The provider's side of this host's connection. */
    private readonly ends: Connection & { readonly settled: () => Promise<void> },
    readonly clock: Clock,
    /** Advances the clock by so many milliseconds, and rings the alarms of time limits that end by then. */
    readonly pass: (ms: number) => Promise<void>,
  ) {}

  static async start<C>(provider: Provider<C>, options: HostOptions = {}): Promise<ProviderHost> {
    const clock = options.clock ?? { now: Date.now() };
    const environment = skippingEnvironment(clock, options.variables);
    const nothing = () => undefined;
    const servers: ProviderServer[] = [];
    const create = (given: typeof environment) => {
      const server = createProviderServer(provider, given);
      servers.push(server);
      return server;
    };
    const connections = new Connections(create, environment, { shutdown: nothing, gone: nothing, lastClosed: nothing });
    const ends = { ...connections.connect(), settled: () => connections.endAll() };
    const host = new ProviderHost(servers[0] as ProviderServer, ends, clock, environment.sleep);
    const config = complete(provider.schema.attributes, options.settings ?? {});
    const { diagnostics } = await host.server.configureProvider({ config, terraformVersion: '1.11.4' });
    if (diagnostics.some(({ severity }) => severity === 'error')) throw new Error(JSON.stringify(diagnostics));
    return host;
  }

  /** Validates and plans. */
  plan(typeName: string, config: ObjectValue, kept: Kept | null = null) {
    const { attributes } = this.schema(typeName);
    const full = complete(attributes, config);
    const validated = this.server.validateResourceConfig({ typeName, config: full, writeOnlyAttributesAllowed: true });
    const prior = kept?.state ?? null;
    const request = { typeName, prior, config: full, private: kept?.private ?? NO_BYTES };
    const first = this.server.planResourceChange({ ...request, proposed: propose(attributes, full, prior) });
    const diagnostics = [...validated.diagnostics, ...first.diagnostics];
    if (!hasErrors(first)) {
      uphold(`plan of ${typeName}`, [
        ...planViolations(attributes, full, prior, first.planned),
        ...replaceViolations(first.requiresReplace, prior, first.planned),
        ...plannedIdentityViolations(first.identity, prior),
      ]);
    }
    const type = schemaType(this.schema(typeName));
    const replaced = prior === null ? [] : first.requiresReplace.map(formatPath);
    if (replaced.length > 0) {
      const second = this.server.planResourceChange({
        ...request,
        prior: null,
        proposed: propose(attributes, full, null),
        private: first.private,
      });
      return {
        action: 'replace' as const,
        config: full,
        planned: second.planned as ObjectValue,
        private: second.private,
        diagnostics,
        replaced,
      };
    }
    const same = prior !== null && isWhollyKnown(first.planned) && valuesEqual(prior, first.planned, type);
    const action = prior === null ? ('create' as const) : same ? ('no-op' as const) : ('update' as const);
    return {
      action,
      config: full,
      planned: first.planned as ObjectValue,
      private: first.private,
      diagnostics,
      replaced,
    };
  }

  /**
   * Plans and applies. Does not apply a plan with errors or without changes. `cancelled` means that nobody takes the result.
   */
  async apply(
    typeName: string,
    config: ObjectValue,
    kept: Kept | null = null,
    cancelled: AbortSignal = this.#cancelling.signal,
  ): Promise<Outcome> {
    const plan = this.plan(typeName, config, kept);
    const { action, planned } = plan;
    const failed = plan.diagnostics.some(({ severity }) => severity === 'error');
    if (failed || action === 'no-op') return { action, kept, planned, diagnostics: plan.diagnostics };
    let diagnostics = plan.diagnostics;
    if (action === 'replace') {
      const gone = await this.destroy(typeName, kept as Kept);
      diagnostics = [...diagnostics, ...gone.diagnostics];
      if (gone.kept || this.#stopped) return { action, kept: gone.kept, planned, diagnostics };
    }
    const prior = action === 'update' ? (kept?.state ?? null) : null;
    const change = { typeName, prior, planned, config: plan.config, private: plan.private };
    const response = await this.server.applyResourceChange(change, cancelled);
    const { attributes } = this.schema(typeName);
    uphold(`apply of ${typeName}`, [
      ...stateViolations(attributes, response.state),
      ...identityViolations(response.identity, { exists: response.state !== null }),
      ...(hasErrors(response) ? [] : resultViolations(attributes, planned, response.state)),
    ]);
    return {
      action,
      kept: keep(response.state, response.private),
      planned,
      diagnostics: [...diagnostics, ...response.diagnostics],
    };
  }

  async refresh(typeName: string, kept: Kept) {
    const response = await this.server.readResource({ typeName, state: kept.state, private: kept.private });
    uphold(`read of ${typeName}`, [
      ...stateViolations(this.schema(typeName).attributes, response.state),
      ...identityViolations(response.identity, { exists: response.state !== null }),
    ]);
    return { kept: keep(response.state, response.private), diagnostics: response.diagnostics };
  }

  async import(typeName: string, id: string) {
    const { imported, diagnostics } = await this.server.importResourceState({ typeName, id, identity: null });
    if (!imported || !isObject(imported.state)) return { kept: null, diagnostics };
    return this.refresh(typeName, { state: imported.state, private: imported.private });
  }

  async destroy(typeName: string, kept: Kept) {
    const change = { typeName, prior: kept.state, planned: null, config: null, private: kept.private };
    const response = await this.server.applyResourceChange(change, this.#cancelling.signal);
    if (!hasErrors(response)) uphold(`delete of ${typeName}`, resultViolations({}, null, response.state));
    return { kept: keep(response.state, response.private), diagnostics: response.diagnostics };
  }

  /** Validates and reads a data source; the state is null after an error. */
  async data(typeName: string, config: ObjectValue) {
    const schema = this.server.dataSourceSchemas.get(typeName);
    if (!schema) throw new Error(`no such data source: ${typeName}`);
    const request = { typeName, config: complete(schema.attributes, config) };
    const { diagnostics } = this.server.validateDataResourceConfig(request);
    if (diagnostics.some(({ severity }) => severity === 'error')) return { state: null, diagnostics };
    const response = await this.server.readDataSource(request);
    return {
      state: isObject(response.state) ? response.state : null,
      diagnostics: [...diagnostics, ...response.diagnostics],
    };
  }

  /** Validates and opens an ephemeral resource; the result is null after an error. */
  async open(typeName: string, config: ObjectValue) {
    const schema = this.server.ephemeralResourceSchemas.get(typeName);
    if (!schema) throw new Error(`no such ephemeral resource: ${typeName}`);
    const request = { typeName, config: complete(schema.attributes, config) };
    const { diagnostics } = this.server.validateEphemeralResourceConfig(request);
    if (diagnostics.some(({ severity }) => severity === 'error'))
      return { result: null, private: NO_BYTES, diagnostics };
    const response = await this.server.openEphemeralResource(request, this.#cancelling.signal);
    if (!hasErrors(response))
      uphold(`open of ${typeName}`, planViolations(schema.attributes, request.config, null, response.result ?? null));
    return {
      result: isObject(response.result) ? response.result : null,
      private: response.private,
      diagnostics: [...diagnostics, ...response.diagnostics],
    };
  }

  close(typeName: string, privateBytes: Uint8Array) {
    return this.server.closeEphemeralResource({ typeName, private: privateBytes });
  }

  /** Plans and runs an action. */
  async invoke(typeName: string, config: ObjectValue): Promise<readonly Diagnostic[]> {
    const schema = this.server.actionSchemas.get(typeName);
    if (!schema) throw new Error(`no such action: ${typeName}`);
    const request = { typeName, config: complete(schema.attributes, config) };
    const { diagnostics } = this.server.planAction(request);
    if (diagnostics.some(({ severity }) => severity === 'error')) return diagnostics;
    for await (const { completed } of this.server.invokeAction(request, this.#cancelling.signal))
      if (completed) return completed;
    throw new Error(`${typeName} never completed`);
  }

  /** Asks the provider to stop, as Terraform does at an interrupt, and starts no further operation. */
  stop(): void {
    this.#stopped = true;
    void this.server.stop();
  }

  /** Cancels every call, as a client of gRPC can. */
  cancel(): void {
    this.#cancelling.abort(new Error('cancelled'));
  }

  /** Tells the provider that there is no more work, even if an operation still runs. Settles with its response. */
  async shutDown(): Promise<void> {
    this.#stopped = true;
    const method = this.ends.methods.get('/plugin.GRPCController/Shutdown');
    if (method?.kind !== 'unary') throw new Error('no Shutdown');
    await method.handle(new Uint8Array(), { signal: new AbortController().signal, closed: Promise.resolve() });
  }

  /** Closes the connection, as the end of Terraform does. Settles when the provider has finished its work after that. */
  async hangUp(): Promise<void> {
    this.cancel();
    this.ends.close();
    await this.ends.settled();
  }

  private schema(typeName: string) {
    const schema = this.server.resourceSchemas.get(typeName);
    if (!schema) throw new Error(`no such type: ${typeName}`);
    return schema;
  }
}

const hasErrors = ({ diagnostics }: { readonly diagnostics: readonly Diagnostic[] }) =>
  diagnostics.some(({ severity }) => severity === 'error');

const keep = (state: Value, privateBytes: Uint8Array): Kept | null =>
  isObject(state) ? { state, private: privateBytes } : null;
