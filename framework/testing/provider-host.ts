import type { Diagnostic } from '../diagnostic';
import { messageOf } from '../failure';
import type { Log } from '../log';
import { Connections } from '../protocol/connections';
import type { Connection } from '../protocol/grpc/server';
import { decode } from '../protocol/value/decode';
import { encode } from '../protocol/value/encode';
import type { Provider } from '../provider';
import { nullObject, type Schema, schemaType } from '../schema/schema';
import { createProviderServer, type ProviderServer } from '../server/provider-server';
import type { ReadResourceResponse } from '../server/read-resource';
import { elementType, partType, valuesEqual } from '../values/equal';
import { fromNumberText } from '../values/number';
import { formatPath } from '../values/path';
import type { Type } from '../values/type';
import { isList, isObject, isWhollyKnown, mapValues, type ObjectValue, type Value } from '../values/value';
import {
  ContractError,
  finalPlanViolations,
  identityViolations,
  leakViolations,
  plannedIdentityViolations,
  planViolations,
  refreshViolations,
  replaceViolations,
  resultViolations,
  stateViolations,
  uphold,
} from './contract';
import { type Clock, skippingEnvironment } from './environment';
import { complete, propose } from './proposal';
import { refusingExit } from './refusing-exit';

/** An object as Terraform stores it between two commands. */
export interface Kept {
  /** Plain objects, as are all that the host returns. Handlers are given objects that inherit nothing. */
  readonly state: ObjectValue;
  /** Its private state; empty for none. */
  readonly private: Uint8Array;
}

/** The result of an apply. */
export interface Outcome {
  /** The planned action, also if it failed or was not begun because of errors. */
  readonly action: 'create' | 'update' | 'replace' | 'no-op';
  /** The object after the apply; null if it does not exist. */
  readonly kept: Kept | null;
  readonly planned: ObjectValue;
  /** Those of validation, plan and apply, the destroy of a replacement included. */
  readonly diagnostics: readonly Diagnostic[];
}

export interface HostOptions {
  /** Advanced by each sleep of the provider, which ends at once. Default: one that begins now. */
  readonly clock?: Clock;
  /** The arguments of the provider block. Default: none. */
  readonly settings?: Readonly<Record<string, Value>>;
  /** Receives what the provider logs, of every level. Default: nothing does. */
  readonly log?: Log;
  /** Whether each apply is followed by a read that checks it. Without it a test can count requests, or share what a provider remembers. Default: true. */
  readonly rereads?: boolean;
  /** The environment variables. Default: none, not those of the process. */
  readonly variables?: Readonly<Record<string, string>>;
}

const NO_BYTES = new Uint8Array();

/**
 * Plays Terraform for one configured provider, in this process and without the wire: proposes new states, plans, applies, refreshes,
 * imports and reads data sources as Terraform does. For tests of a resource's rules; test its lifecycle with the real Terraform, too.
 *
 * Type names are full ones (`random_pet`), and a configuration leaves out what is null. Errors of the provider are in the diagnostics. Methods
 * throw or reject with a {@link ContractError} if a response breaks Terraform's rules, with what validators and plan modifiers throw, and with an
 * `Error` for a type that the provider does not have or a configuration that Terraform refuses. They keep no object: pass each to the next one.
 * Nothing has to be closed.
 */
export class ProviderHost {
  readonly #cancelling = new AbortController();
  #stopped = false;

  private constructor(
    readonly server: ProviderServer,
    private readonly ends: Connection & { readonly settled: () => Promise<void> },
    readonly clock: Clock,
    /** Advances the clock by so many milliseconds, and rings the alarms of time limits that end by then. */
    readonly pass: (ms: number) => Promise<void>,
    private readonly rereads: boolean,
  ) {}

  /** Configures a provider, for Terraform 1.11.4, which defers nothing. Rejects if that reports an error, or the definition has mistakes. */
  static async start<C>(provider: Provider<C>, options: HostOptions = {}): Promise<ProviderHost> {
    const clock = options.clock ?? { now: Date.now() };
    const environment = skippingEnvironment(clock, options.variables, options.log);
    const nothing = () => undefined;
    const servers: ProviderServer[] = [];
    const create = (given: typeof environment) => {
      const server = refusingExit(createProviderServer(provider, given));
      servers.push(server);
      return server;
    };
    const connections = new Connections(create, environment, { shutdown: nothing, gone: nothing, lastClosed: nothing });
    const ends = { ...connections.connect(), settled: () => connections.endAll() };
    const host = new ProviderHost(
      servers[0] as ProviderServer,
      ends,
      clock,
      environment.sleep,
      options.rereads ?? true,
    );
    host.server.requireSound();
    const config = configured(provider.schema, options.settings ?? {});
    const response = await host.server.configureProvider({ config, terraformVersion: '1.11.4' });
    if (hasErrors(response)) throw new Error(JSON.stringify(response.diagnostics));
    return host;
  }

  /**
   * Validates, and plans even after errors of that, twice with one result; a replacement as an update, of which `replaced` are the paths, then as a
   * create. `kept` is null for an object that does not exist.
   */
  plan(typeName: string, config: ObjectValue, kept: Kept | null = null) {
    const schema = schemaOf(this.server.resourceSchemas, typeName);
    const { attributes } = schema;
    const full = configured(schema, config);
    const validated = this.server.validateResourceConfig({ typeName, config: full, writeOnlyAttributesAllowed: true });
    const planned = (before: Value, privateBytes: Uint8Array) => {
      const proposed = propose(attributes, full, before);
      const request = { typeName, prior: before, config: full, private: privateBytes, proposed };
      const response = this.server.planResourceChange(request);
      if (hasErrors(response)) return response;
      const step = `Provider produced invalid plan for ${typeName}`;
      const whole = sent(step, response.planned, schema);
      uphold(step, [
        ...planViolations(attributes, full, before, whole),
        ...leakViolations(attributes, full, whole, textOf(response.private)),
        ...replaceViolations(response.requiresReplace, before, response.planned),
        ...(this.server.identitySchemas.has(typeName) ? plannedIdentityViolations(response.identity, before) : []),
      ]);
      const final = this.server.planResourceChange(request);
      const differences = finalPlanViolations(attributes, response.planned, final.planned);
      uphold(`Provider produced inconsistent final plan for ${typeName}`, differences);
      return { ...response, planned: whole };
    };
    const prior = kept && priorOf(kept, schema);
    const first = planned(prior, kept?.private ?? NO_BYTES);
    const replaced = prior === null ? [] : first.requiresReplace.map(formatPath);
    const last = replaced.length > 0 ? planned(null, first.private) : first;
    const same = prior !== null && isWhollyKnown(last.planned) && valuesEqual(prior, last.planned, schemaType(schema));
    const action: Outcome['action'] =
      replaced.length > 0 ? 'replace' : prior === null ? 'create' : same ? 'no-op' : 'update';
    const errors = last !== first && hasErrors(last) ? last.diagnostics : [];
    const diagnostics = [...validated.diagnostics, ...first.diagnostics, ...errors];
    return {
      action,
      config: full,
      planned: plain(last.planned) as ObjectValue,
      private: last.private,
      diagnostics,
      replaced,
    };
  }

  /**
   * Plans, destroys first to replace, and applies, unless there are errors or no changes. Then reads once, as the next plan would, and forgets what it
   * read: it must not change what is configured. Abort `cancelled` when nobody takes the result.
   */
  async apply(
    typeName: string,
    config: ObjectValue,
    kept: Kept | null = null,
    cancelled: AbortSignal = this.#cancelling.signal,
  ): Promise<Outcome> {
    const plan = this.plan(typeName, config, kept);
    const { action, planned } = plan;
    if (hasErrors(plan) || action === 'no-op') return { action, kept, planned, diagnostics: plan.diagnostics };
    let diagnostics = plan.diagnostics;
    if (action === 'replace') {
      const gone = await this.destroy(typeName, kept as Kept, cancelled);
      diagnostics = [...diagnostics, ...gone.diagnostics];
      if (gone.kept || this.#stopped) return { action, kept: gone.kept, planned, diagnostics };
    }
    const schema = schemaOf(this.server.resourceSchemas, typeName);
    const prior = action === 'update' && kept ? priorOf(kept, schema) : null;
    const change = {
      typeName,
      prior,
      planned: sent('plan', planned, schema),
      config: plan.config,
      private: plan.private,
    };
    const response = await this.server.applyResourceChange(change, cancelled);
    const step = `Provider produced inconsistent result after apply of ${typeName}`;
    const state = this.received(step, typeName, response);
    const leaks = leakViolations(schema.attributes, plan.config, state, textOf(response.private));
    uphold(step, hasErrors(response) ? leaks : [...resultViolations(schema.attributes, planned, state), ...leaks]);
    const after = keep(state, response.private);
    if (this.rereads && after && !hasErrors(response) && !this.#stopped && !cancelled.aborted)
      await this.#requireRest(typeName, config, after);
    return { action, kept: after, planned, diagnostics: [...diagnostics, ...response.diagnostics] };
  }

  /** Throws a {@link ContractError} if a read changes what was just applied as configured, and the next plan would change it back, and so without end. */
  async #requireRest(typeName: string, config: ObjectValue, applied: Kept) {
    const read = await this.refresh(typeName, applied);
    if (!read.kept || hasErrors(read)) return;
    const schema = schemaOf(this.server.resourceSchemas, typeName);
    const { attributes } = schema;
    const [before, after] = [priorOf(applied, schema), priorOf(read.kept, schema)];
    const violations = refreshViolations(attributes, configured(schema, config), before as ObjectValue, after);
    if (violations.length === 0 || this.plan(typeName, config, read.kept).action === 'no-op') return;
    uphold(
      `Provider produced inconsistent read after apply of ${typeName}, so that every plan has changes`,
      violations,
    );
  }

  /** Reads an object; `kept` is null if it is gone. */
  async refresh(typeName: string, kept: Kept) {
    const state = priorOf(kept, schemaOf(this.server.resourceSchemas, typeName));
    const request = { typeName, state, private: kept.private };
    const response = await this.server.readResource(request, this.#cancelling.signal);
    const after = this.received(`Provider produced invalid object from read of ${typeName}`, typeName, response);
    return { kept: keep(after, response.private), diagnostics: response.diagnostics };
  }

  /** Imports by id and reads what was imported; `kept` is null if there is none, or after an error of the import. */
  async import(typeName: string, id: string): Promise<Pick<Outcome, 'kept' | 'diagnostics'>> {
    const request = { typeName, id, identity: null };
    const { imported, diagnostics } = await this.server.importResourceState(request, this.#cancelling.signal);
    if (!imported || !isObject(imported.state) || hasErrors({ diagnostics })) return { kept: null, diagnostics };
    const read = await this.refresh(typeName, { state: imported.state, private: imported.private });
    return { ...read, diagnostics: [...diagnostics, ...read.diagnostics] };
  }

  /** Deletes an object without a plan, so without `planDestroy`; `kept` is null if that succeeded. For `cancelled` see {@link apply}. */
  async destroy(typeName: string, kept: Kept, cancelled: AbortSignal = this.#cancelling.signal) {
    const prior = priorOf(kept, schemaOf(this.server.resourceSchemas, typeName));
    const change = { typeName, prior, planned: null, config: null, private: kept.private };
    const response = await this.server.applyResourceChange(change, cancelled);
    const step = `Provider produced inconsistent result after apply of ${typeName}`;
    if (!hasErrors(response)) uphold(step, resultViolations({}, null, response.state));
    return { kept: keep(response.state, response.private), diagnostics: response.diagnostics };
  }

  /** Validates and reads a data source; the state is null after an error. */
  async data(typeName: string, config: ObjectValue) {
    const schema = schemaOf(this.server.dataSourceSchemas, typeName);
    const request = { typeName, config: configured(schema, config) };
    const { diagnostics } = this.server.validateDataResourceConfig(request);
    if (hasErrors({ diagnostics })) return { state: null, diagnostics };
    const response = await this.server.readDataSource(request, this.#cancelling.signal);
    const step = `Provider produced invalid object from ${typeName}`;
    const state = sent(step, response.state ?? null, schema);
    uphold(step, stateViolations(schema.attributes, state));
    return { state: plain(state) as ObjectValue | null, diagnostics: [...diagnostics, ...response.diagnostics] };
  }

  /** Validates and opens an ephemeral resource; the result is null after an error. */
  async open(typeName: string, config: ObjectValue) {
    const schema = schemaOf(this.server.ephemeralResourceSchemas, typeName);
    const request = { typeName, config: configured(schema, config) };
    const { diagnostics } = this.server.validateEphemeralResourceConfig(request);
    if (hasErrors({ diagnostics })) return { result: null, private: NO_BYTES, diagnostics };
    const response = await this.server.openEphemeralResource(request, this.#cancelling.signal);
    const step = `Provider produced invalid ephemeral resource instance of ${typeName}`;
    const result = sent(step, response.result ?? null, schema);
    if (!hasErrors(response)) uphold(step, planViolations(schema.attributes, request.config, null, result));
    return {
      result: plain(result) as ObjectValue | null,
      private: response.private,
      diagnostics: [...diagnostics, ...response.diagnostics],
    };
  }

  /** Closes the ephemeral resource for which {@link open} returned this `private`. */
  close(typeName: string, privateBytes: Uint8Array) {
    return this.server.closeEphemeralResource({ typeName, private: privateBytes });
  }

  /** Plans and runs an action, and returns its diagnostics, without its progress messages. */
  async invoke(typeName: string, config: ObjectValue): Promise<readonly Diagnostic[]> {
    const request = { typeName, config: configured(schemaOf(this.server.actionSchemas, typeName), config) };
    const { diagnostics } = this.server.planAction(request);
    if (hasErrors({ diagnostics })) return diagnostics;
    for await (const { completed } of this.server.invokeAction(request, this.#cancelling.signal))
      if (completed) return completed;
    throw new Error(`${typeName} never completed`);
  }

  /** Asks the provider to stop, as Terraform does at an interrupt. A replacement in progress does not go on to its create. */
  stop(): void {
    this.#stopped = true;
    void this.server.stop();
  }

  /** Cancels every current and later call but {@link close} and those with a signal of their own, as a client of gRPC can. */
  cancel(): void {
    this.#cancelling.abort(new Error('cancelled'));
  }

  /** Tells the provider that there is no more work, even if an operation still runs. Settles when it has ended that, as Terraform waits for it. */
  async shutDown(): Promise<void> {
    this.#stopped = true;
    const method = this.ends.methods.get('/plugin.GRPCController/Shutdown');
    if (method?.kind !== 'unary') throw new Error('no Shutdown');
    await method.handle(new Uint8Array(), { signal: new AbortController().signal, closed: Promise.resolve() });
  }

  /** Cancels every call and closes the connection, as the end of Terraform does. Settles when the provider has finished its work after that. */
  async hangUp(): Promise<void> {
    this.cancel();
    this.ends.close();
    await this.ends.settled();
  }

  /** The state in a response. Throws a {@link ContractError} if it or its identity breaks a rule of any new state. */
  private received(step: string, typeName: string, response: ReadResourceResponse): Value {
    const schema = schemaOf(this.server.resourceSchemas, typeName);
    const state = sent(step, response.state, schema);
    const hasIdentity = this.server.identitySchemas.has(typeName) && state !== null && !hasErrors(response);
    uphold(step, [
      ...stateViolations(schema.attributes, state),
      ...identityViolations(response.identity, { exists: hasIdentity }),
    ]);
    return state;
  }
}

function schemaOf(schemas: ReadonlyMap<string, Schema>, typeName: string): Schema {
  const schema = schemas.get(typeName);
  if (!schema) throw new Error(`The provider does not support ${typeName}. It has: ${[...schemas.keys()].join(', ')}.`);
  return schema;
}

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString();

const hasErrors = ({ diagnostics }: { readonly diagnostics: readonly Diagnostic[] }) =>
  diagnostics.some(({ severity }) => severity === 'error');

/** A value as it is after the wire, in whose sets everything is once. Throws a {@link ContractError} if it cannot be sent. */
function sent(step: string, value: Value, schema: Schema): Value {
  const type = schemaType(schema);
  try {
    return onceInSets(decode(encode(value, type), type), type);
  } catch (error) {
    throw new ContractError(`${step}: ${messageOf(error)}`);
  }
}

/** A configuration as Terraform sends it. Throws an error in its words where it refuses it. */
function configured(schema: Schema, config: ObjectValue): ObjectValue {
  return sent('Incorrect attribute value type', complete(schema.attributes, literal(config)), schema) as ObjectValue;
}

/** A value of a test with its numbers as a configuration has them: 0.1 is one tenth there, and not the double that is nearest to it. */
function literal<V extends Value>(value: V): V {
  if (typeof value === 'number' && Number.isFinite(value)) return fromNumberText(String(value)) as V;
  if (isList(value)) return value.map(literal) as unknown as V;
  return (isObject(value) ? mapValues(value, literal) : value) as V;
}

/** The state as Terraform sends it. A test may have left out what is null. */
const priorOf = ({ state }: Kept, schema: Schema): Value =>
  sent('The prior state', { ...nullObject(schema.attributes), ...literal(state) }, schema);

function onceInSets(value: Value, type: Type): Value {
  if (isObject(value)) return mapValues(value, (part, name) => onceInSets(part, partType(type, name)));
  if (!isList(value)) return value;
  const elements = value.map((one, index) => onceInSets(one, elementType(type, index)));
  if (type[0] !== 'set') return elements;
  // What two unknown elements will be may differ.
  const isFirst = (one: Value, index: number) =>
    !isWhollyKnown(one) || elements.findIndex((other) => valuesEqual(one, other, elementType(type, 0))) === index;
  return elements.filter(isFirst);
}

/** The value in plain objects, as a test writes them: `deepStrictEqual` compares prototypes. */
function plain(value: Value): Value {
  if (isList(value)) return value.map(plain);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, plain(part)]));
}

const keep = (state: Value, privateBytes: Uint8Array): Kept | null =>
  isObject(state) ? { state: plain(state) as ObjectValue, private: privateBytes } : null;
