import type { Diagnostic } from '../diagnostic';
import { messageOf } from '../failure';
import type { Parameter } from '../function';
import type { Log } from '../log';
import { Connections } from '../protocol/connections';
import { decode } from '../protocol/value/decode';
import { encode } from '../protocol/value/encode';
import type { Environment, Provider } from '../provider';
import { type Attributes, nullObject, type Schema, schemaType } from '../schema/schema';
import { type CallFunctionResponse, getFunction } from '../server/call-function';
import { createProviderServer, type ProviderServer } from '../server/provider-server';
import type { ReadResourceResponse } from '../server/read-resource';
import { elementType, partType, valuesEqual } from '../values/equal';
import { fromNumberText } from '../values/number';
import { formatPath } from '../values/path';
import type { Type } from '../values/type';
import { isList, isObject, isWhollyKnown, mapValues, type ObjectValue, UNKNOWN, type Value } from '../values/value';
import {
  at,
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
import type { ServedProvider } from './served-provider';

/** An object as Terraform stores it between two commands. */
export interface Kept {
  /** Plain objects, as are all that the host returns. Handlers are given objects that inherit nothing. */
  readonly state: ObjectValue;
  /** Its private state; empty for none. */
  readonly private: Uint8Array;
  /** Its identity; absent if the type has none, or if a test has left it out. */
  readonly identity?: ObjectValue;
}

/** A planned change of a configuration. */
export interface Plan extends Pick<Outcome, 'action' | 'planned' | 'diagnostics'> {
  /** The configuration with every attribute. */
  readonly config: ObjectValue;
  /** The planned private state. */
  readonly private: Uint8Array;
  /** The paths whose change replaces the object; empty if it is changed in place. */
  readonly replaced: readonly string[];
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

/** What Terraform says of an import whose read returns no object. */
const NON_EXISTENT: Diagnostic = {
  severity: 'error',
  summary: 'Cannot import non-existent remote object',
  detail:
    'While attempting to import an existing object, the provider detected that no object exists with the given id. Only pre-existing objects can be ' +
    "imported; check that the id is correct and that it is associated with the provider's configured region or endpoint, or create a new remote " +
    'object for this resource.',
};

/** The version that the provider is told. That one defers nothing. */
const TERRAFORM_VERSION = '1.11.4';

/** A provider that can be played with, and the end of its connection. */
export interface HostConnection<S extends ServedProvider = ServedProvider> {
  readonly server: S;
  /** Says that there is no more work. Resolves when the provider has ended what ran. */
  shutDown(): Promise<void>;
  /** Closes the connection. Resolves when the provider has finished its work after that. */
  close(): Promise<void>;
}

/**
 * Plays Terraform for one configured provider, in this process or over a wire: proposes new states, plans, applies, refreshes, imports, lists and
 * reads data sources as Terraform does. For tests of a resource's rules; test its lifecycle with the real Terraform, too.
 *
 * Type names are full ones (`random_pet`), and a configuration leaves out what is null. Errors of the provider are in the diagnostics. Methods
 * reject with a {@link ContractError} if a response breaks Terraform's rules, with what validators and plan modifiers throw, and with an
 * `Error` for a type that the provider does not have or a configuration that Terraform refuses. They keep no object: pass each to the next one.
 * Nothing has to be closed.
 */
export class ProviderHost<S extends ServedProvider = ProviderServer> {
  readonly #cancelling = new AbortController();
  #stopped = false;

  private constructor(
    /** The provider itself, for calls that the host does not make. */
    readonly server: S,
    private readonly connection: HostConnection<S>,
    private readonly rereads: boolean,
    /** The clock of a provider in this process. */
    readonly clock: Clock,
    /** Advances that clock by so many milliseconds, and rings the alarms of time limits that end by then. */
    readonly pass: (ms: number) => Promise<void> = async () => undefined,
  ) {}

  /** Configures a provider in this process. Rejects if the definition has mistakes, or if that reports errors: they are the `cause`. */
  static async start<C>(provider: Provider<C>, options: HostOptions = {}): Promise<ProviderHost> {
    const clock = options.clock ?? { now: Date.now() };
    const environment = skippingEnvironment(clock, options.variables, options.log);
    const connection = connectHere(provider, environment);
    connection.server.requireSound();
    const host = new ProviderHost(connection.server, connection, options.rereads ?? true, clock, environment.sleep);
    return host.configured(options);
  }

  /** Configures a provider behind a connection, of which it takes `settings` and `rereads` only. Rejects if that reports an error. */
  static async connect<S extends ServedProvider>(
    connection: HostConnection<S>,
    options: Pick<HostOptions, 'settings' | 'rereads'> = {},
  ): Promise<ProviderHost<S>> {
    const host = new ProviderHost(connection.server, connection, options.rereads ?? true, { now: Date.now() });
    return host.configured(options);
  }

  private async configured({ settings = {} }: HostOptions): Promise<this> {
    const config = configured(this.server.providerSchema, settings);
    const response = await this.server.configureProvider({ config, terraformVersion: TERRAFORM_VERSION });
    const errors = response.diagnostics.filter(({ severity }) => severity === 'error');
    const text = errors.map(({ summary, detail }) => `${summary}: ${detail}`).join('\n');
    if (errors.length > 0) throw new Error(text, { cause: errors });
    return this;
  }

  /**
   * Validates and, without errors, plans, twice with one result; a replacement as an update, of which `replaced` are the paths, then as a create.
   * `kept` is null for an object that does not exist. Of what is not valid, `planned` is what Terraform would have proposed.
   */
  async plan(typeName: string, config: ObjectValue, kept: Kept | null = null): Promise<Plan> {
    const schema = schemaOf(this.server.resourceSchemas, typeName);
    const full = configured(schema, config);
    const request = { typeName, config: full, writeOnlyAttributesAllowed: true };
    const { diagnostics } = await this.server.validateResourceConfig(request);
    const prior = kept && priorOf(kept, schema);
    const first = hasErrors({ diagnostics })
      ? { planned: propose(schema.attributes, full, prior), private: NO_BYTES, requiresReplace: [], diagnostics: [] }
      : await this.#planTwice(typeName, full, prior, kept?.private ?? NO_BYTES);
    // Terraform ignores a path whose value stays.
    const replaced =
      prior === null ? [] : first.requiresReplace.filter((path) => isOther(at(prior, path), at(first.planned, path)));
    const last = replaced.length > 0 ? await this.#planTwice(typeName, full, null, first.private) : first;
    const same = prior !== null && isWhollyKnown(last.planned) && valuesEqual(prior, last.planned, schemaType(schema));
    const action: Outcome['action'] =
      replaced.length > 0 ? 'replace' : prior === null ? 'create' : same ? 'no-op' : 'update';
    const errors = last !== first && hasErrors(last) ? last.diagnostics : [];
    return {
      action,
      config: full,
      planned: plain(last.planned) as ObjectValue,
      private: last.private,
      diagnostics: [...diagnostics, ...first.diagnostics, ...errors],
      replaced: replaced.map(formatPath),
    };
  }

  async #planTwice(typeName: string, config: ObjectValue, prior: Value, privateBytes: Uint8Array) {
    const schema = schemaOf(this.server.resourceSchemas, typeName);
    const { attributes } = schema;
    const request = { typeName, prior, config, private: privateBytes, proposed: propose(attributes, config, prior) };
    const response = await this.server.planResourceChange(request);
    if (hasErrors(response)) return response;
    const step = `Provider produced invalid plan for ${typeName}`;
    const planned = sent(step, response.planned, schema);
    uphold(step, [
      ...planViolations(attributes, config, prior, planned),
      ...leakViolations(attributes, config, planned, textOf(response.private), prior),
      ...replaceViolations(response.requiresReplace, prior, response.planned),
      ...(this.server.identitySchemas.has(typeName) ? plannedIdentityViolations(response.identity, prior) : []),
    ]);
    const final = await this.server.planResourceChange(request);
    requireSame(typeName, attributes, response.planned, final.planned);
    return { ...response, planned };
  }

  /**
   * Plans, destroys first to replace, and applies, unless there are errors or no changes. Then reads once, as the next plan would, and forgets what it
   * read, but for its errors: the object must be there, and what is configured unchanged. Give the `plan` of a configuration that was unknown in part: it is planned again with what is known
   * by now, to the same end. Abort `cancelled` when nobody takes the result.
   */
  async apply(
    typeName: string,
    config: ObjectValue,
    kept: Kept | null = null,
    options: { readonly cancelled?: AbortSignal; readonly plan?: Plan } = {},
  ): Promise<Outcome> {
    const { cancelled = this.#cancelling.signal } = options;
    let plan = options.plan ?? (await this.plan(typeName, config, kept));
    const { action, planned } = plan;
    let { diagnostics } = plan;
    const end = (left: Kept | null): Outcome => ({ action, kept: left, planned, diagnostics });
    if (hasErrors(plan) || action === 'no-op') return end(kept);
    if (action === 'replace') {
      const gone = await this.#delete(typeName, kept as Kept, kept?.private, cancelled);
      diagnostics = [...diagnostics, ...gone.diagnostics];
      if (gone.kept || this.#stopped) return end(gone.kept);
    }
    const schema = schemaOf(this.server.resourceSchemas, typeName);
    const before = action === 'update' ? kept : null;
    if (options.plan) {
      plan = await this.plan(typeName, config, before);
      diagnostics = [...diagnostics, ...plan.diagnostics];
      if (hasErrors(plan)) return end(before);
      requireSame(typeName, schema.attributes, planned, plan.planned);
      if (plan.action === 'no-op') return end(before);
    }
    const change = {
      typeName,
      prior: before && priorOf(before, schema),
      planned: sent('plan', plan.planned, schema),
      config: plan.config,
      private: plan.private,
    };
    const response = await this.server.applyResourceChange(change, cancelled);
    const step = `Provider produced inconsistent result after apply of ${typeName}`;
    const state = this.#received(step, typeName, response);
    const leaks = leakViolations(schema.attributes, plan.config, state, textOf(response.private), change.prior);
    uphold(step, hasErrors(response) ? leaks : [...resultViolations(schema.attributes, plan.planned, state), ...leaks]);
    const after = keep(state, response);
    diagnostics = [...diagnostics, ...response.diagnostics];
    if (this.rereads && after && !hasErrors(response) && !this.#stopped && !cancelled.aborted)
      diagnostics = [...diagnostics, ...(await this.#requireRest(typeName, config, after))];
    return end(after);
  }

  /**
   * The errors of a read right after an apply. Throws a {@link ContractError} if the object is gone for it, or if it changes what was just applied as
   * configured, and the next plan would change it back, and so without end.
   */
  async #requireRest(typeName: string, config: ObjectValue, applied: Kept): Promise<readonly Diagnostic[]> {
    const read = await this.refresh(typeName, applied);
    if (hasErrors(read)) return read.diagnostics.filter(({ severity }) => severity === 'error');
    const step = `Provider produced inconsistent read after apply of ${typeName}`;
    if (!read.kept) throw new ContractError(`${step}: the object is gone, so that the next plan makes it again`);
    const schema = schemaOf(this.server.resourceSchemas, typeName);
    const { attributes } = schema;
    const [before, after] = [priorOf(applied, schema), priorOf(read.kept, schema)];
    const violations = refreshViolations(attributes, configured(schema, config), before as ObjectValue, after);
    if (violations.length === 0 || (await this.plan(typeName, config, read.kept)).action === 'no-op') return [];
    uphold(`${step}, so that every plan has changes`, violations);
    return [];
  }

  /** Brings a stored object to the current schema, which it has already, and reads it; `kept` is null if it is gone. */
  async refresh(typeName: string, kept: Kept) {
    const schema = schemaOf(this.server.resourceSchemas, typeName);
    const state = priorOf(kept, schema);
    const stored = { typeName, version: BigInt(schema.version ?? 0), json: JSON.stringify(state) };
    const upgraded = await this.server.upgradeResourceState(stored);
    const isKept = valuesEqual(upgraded.state ?? null, state, schemaType(schema));
    uphold(`Upgrade of ${typeName}`, isKept ? [] : ['a state of the current version is not as it was']);
    const request = { typeName, state, private: kept.private };
    const response = await this.server.readResource(request, this.#cancelling.signal);
    const after = this.#received(`Provider produced invalid object from read of ${typeName}`, typeName, response);
    return { kept: keep(after, response), diagnostics: response.diagnostics };
  }

  /** Brings a state that `version` of the schema has stored to the current schema; the state is null after an error. */
  async upgrade(typeName: string, version: number, stored: ObjectValue) {
    const schema = schemaOf(this.server.resourceSchemas, typeName);
    const request = { typeName, version: BigInt(version), json: JSON.stringify(stored) };
    const { state, diagnostics } = await this.server.upgradeResourceState(request);
    const upgraded = sent(`Upgrade of ${typeName}`, state ?? null, schema);
    return { state: plain(upgraded) as ObjectValue | null, diagnostics };
  }

  /** Imports by id, or by identity, and reads what was imported; `kept` is null after an error, as where there is none. */
  async import(typeName: string, id: string | ObjectValue): Promise<Pick<Outcome, 'kept' | 'diagnostics'>> {
    const named = typeof id === 'string' ? { id, identity: null } : { id: '', identity: id };
    const response = await this.server.importResourceState({ typeName, ...named }, this.#cancelling.signal);
    const { imported, diagnostics } = response;
    if (!imported || !isObject(imported.state) || hasErrors(response)) return { kept: null, diagnostics };
    const read = await this.refresh(typeName, { state: imported.state, private: imported.private });
    const isMissing = read.kept === null && !hasErrors(read);
    return { ...read, diagnostics: [...diagnostics, ...read.diagnostics, ...(isMissing ? [NON_EXISTENT] : [])] };
  }

  /** Plans the end of an object and deletes it; `kept` is null if that succeeded, and the object after an error. For `cancelled` see {@link apply}. */
  async destroy(typeName: string, kept: Kept, options: { readonly cancelled?: AbortSignal } = {}) {
    const prior = priorOf(kept, schemaOf(this.server.resourceSchemas, typeName));
    const nothing = { proposed: null, config: null };
    const planned = await this.server.planResourceChange({ typeName, prior, ...nothing, private: kept.private });
    if (hasErrors(planned)) return { kept, diagnostics: planned.diagnostics };
    const violations = planned.planned === null ? [] : ['something is planned for a destroy'];
    uphold(`Provider produced invalid plan for ${typeName}`, violations);
    const deleted = await this.#delete(typeName, kept, planned.private, options.cancelled);
    return { ...deleted, diagnostics: [...planned.diagnostics, ...deleted.diagnostics] };
  }

  async #delete(
    typeName: string,
    kept: Kept,
    privateBytes = kept.private,
    cancelled: AbortSignal = this.#cancelling.signal,
  ) {
    const prior = priorOf(kept, schemaOf(this.server.resourceSchemas, typeName));
    const change = { typeName, prior, planned: null, config: null, private: privateBytes };
    const response = await this.server.applyResourceChange(change, cancelled);
    const step = `Provider produced inconsistent result after apply of ${typeName}`;
    if (!hasErrors(response)) uphold(step, resultViolations({}, null, response.state));
    return { kept: keep(response.state, response), diagnostics: response.diagnostics };
  }

  /** Validates and reads a data source; the state is null after an error. */
  async data(typeName: string, config: ObjectValue) {
    const schema = schemaOf(this.server.dataSourceSchemas, typeName);
    const request = { typeName, config: configured(schema, config) };
    const { diagnostics } = await this.server.validateDataResourceConfig(request);
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
    const { diagnostics } = await this.server.validateEphemeralResourceConfig(request);
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

  /**
   * Lists objects up to `limit`, until the first error, whole ones if `includeResource` is set. Everything found has an identity; an object that could
   * not be read comes with a warning and without a state.
   */
  async list(typeName: string, config: ObjectValue, { includeResource = false, limit = 100 } = {}) {
    const request = {
      typeName,
      config: configured(schemaOf(this.server.listResourceSchemas, typeName), config),
      includeResource,
      limit,
    };
    const diagnostics = [...(await this.server.validateListResourceConfig(request)).diagnostics];
    const found: { identity: ObjectValue; displayName: string; state: ObjectValue | null }[] = [];
    if (hasErrors({ diagnostics })) return { found, diagnostics };
    const schema = schemaOf(this.server.resourceSchemas, typeName);
    for await (const item of this.server.listResource(request, this.#cancelling.signal)) {
      diagnostics.push(...item.diagnostics);
      if (hasErrors(item)) break;
      if (item.identity === undefined && item.diagnostics.length > 0) continue;
      const step = `Provider produced invalid object from list of ${typeName}`;
      const state = sent(step, item.state ?? null, schema);
      const asked = includeResource && item.diagnostics.length === 0 ? isObject(state) : includeResource || !state;
      uphold(step, [
        ...identityViolations(item.identity, { exists: true }),
        ...stateViolations(schema.attributes, state),
        ...(asked ? [] : ['whole objects are not as asked for']),
      ]);
      const { displayName } = item;
      found.push({
        identity: plain(item.identity as Value) as ObjectValue,
        displayName,
        state: plain(state) as ObjectValue | null,
      });
      if (found.length >= limit) break;
    }
    return { found, diagnostics };
  }

  /**
   * Validates an action as if each argument came from a variable, which is unknown then, plans and runs it, and returns its messages. It may be `planned`
   * with other arguments than it runs with.
   */
  async invoke(typeName: string, config: ObjectValue, planned = config) {
    const schema = schemaOf(this.server.actionSchemas, typeName);
    const [runs, plans] = [configured(schema, config), configured(schema, planned)];
    const progress: string[] = [];
    const unknown = mapValues(runs, () => UNKNOWN);
    const validated = await this.server.validateActionConfig({ typeName, config: unknown });
    const checked = hasErrors(validated) ? validated : await this.server.planAction({ typeName, config: plans });
    if (hasErrors(checked)) return { progress, diagnostics: checked.diagnostics };
    let diagnostics: readonly Diagnostic[] | undefined;
    for await (const event of this.server.invokeAction({ typeName, config: runs }, this.#cancelling.signal)) {
      uphold(`Run of ${typeName}`, diagnostics ? ['an event comes after the last'] : []);
      if (event.completed) diagnostics = event.completed;
      else progress.push(event.progress);
    }
    if (!diagnostics) throw new ContractError(`Run of ${typeName}: it never completes`);
    return { progress, diagnostics };
  }

  /**
   * Calls a function of a provider in this process by its name without the provider's. As under Terraform, null is an error of its argument, and the
   * result of what is unknown is unknown, without a call, unless the parameter allows it. Rejects with an `Error` for too few or too many arguments.
   */
  async call(this: ProviderHost, name: string, ...args: readonly Value[]): Promise<CallFunctionResponse> {
    const { parameters, variadic, returns } = getFunction(this.server.functions, name);
    if (args.length < parameters.length || (args.length > parameters.length && !variadic))
      throw new Error(
        `${name} takes ${parameters.length}${variadic ? ' or more' : ''} arguments, and is given ${args.length}.`,
      );
    const expected = args.map((_, index) => parameters[index] ?? (variadic as Parameter));
    const refused = args.findIndex((argument, index) => argument === null && !expected[index]?.allowNull);
    if (refused >= 0) return { error: { text: 'argument must not be null', argument: refused } };
    if (args.some((argument, index) => !isWhollyKnown(argument) && !expected[index]?.allowUnknown))
      return { result: UNKNOWN };
    const given = expected.map(({ name: parameter, type }, index) =>
      sentAs(`Invalid value for the parameter ${parameter} of ${name}`, literal(args[index] as Value), type),
    );
    const response = this.server.callFunction({ name, arguments: given });
    if (response.error) return response;
    return { result: plain(sentAs(`Result of ${name}`, response.result, returns)) };
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
    await this.connection.shutDown();
  }

  /** Cancels every call and closes the connection, as the end of Terraform does. Settles when the provider has finished its work after that. */
  async hangUp(): Promise<void> {
    this.cancel();
    await this.connection.close();
  }

  /** The state in a response. Throws a {@link ContractError} if it or its identity breaks a rule of any new state. */
  #received(step: string, typeName: string, response: ReadResourceResponse): Value {
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

/** A connection to a provider in this process. */
function connectHere<C>(provider: Provider<C>, environment: Environment): HostConnection<ProviderServer> {
  const servers: ProviderServer[] = [];
  const create = (given: Environment) => {
    const server = refusingExit(createProviderServer(provider, given));
    servers.push(server);
    return server;
  };
  const nothing = () => undefined;
  const connections = new Connections(create, environment, { shutdown: nothing, gone: nothing, lastClosed: nothing });
  const { methods, close } = connections.connect();
  return {
    server: servers[0] as ProviderServer,
    async shutDown() {
      const method = methods.get('/plugin.GRPCController/Shutdown');
      if (method?.kind !== 'unary') throw new Error('no Shutdown');
      await method.handle(NO_BYTES, { signal: new AbortController().signal, closed: Promise.resolve() });
    },
    async close() {
      close();
      await connections.endAll();
    },
  };
}

function requireSame(typeName: string, attributes: Attributes, first: Value, second: Value) {
  const violations = finalPlanViolations(attributes, first, second);
  uphold(`Provider produced inconsistent final plan for ${typeName}`, violations);
}

const isOther = (before: Value | undefined, after: Value | undefined) =>
  JSON.stringify(before) !== JSON.stringify(after);

function schemaOf(schemas: ReadonlyMap<string, Schema>, typeName: string): Schema {
  const schema = schemas.get(typeName);
  if (!schema) throw new Error(`The provider does not support ${typeName}. It has: ${[...schemas.keys()].join(', ')}.`);
  return schema;
}

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString();

const hasErrors = ({ diagnostics }: { readonly diagnostics: readonly Diagnostic[] }) =>
  diagnostics.some(({ severity }) => severity === 'error');

/** A value as it is after the wire, in whose sets everything is once. Throws a {@link ContractError} if it cannot be sent. */
const sent = (step: string, value: Value, schema: Schema): Value => sentAs(step, value, schemaType(schema));

function sentAs(step: string, value: Value, type: Type): Value {
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

function keep(state: Value, { private: bytes, identity }: Pick<ReadResourceResponse, 'private' | 'identity'>) {
  if (!isObject(state)) return null;
  const kept: Kept = { state: plain(state) as ObjectValue, private: bytes };
  return isObject(identity) ? { ...kept, identity: plain(identity) as ObjectValue } : kept;
}
