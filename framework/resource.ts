import type { AtOnce, Diagnostics } from './diagnostic';
import type { Log } from './log';
import type { PrivateState } from './plan/private-state';
import type { ConfigValidator } from './schema/config-validators';
import type { Planned, PlannedValue, PlanValues, Saved, State, Values } from './schema/model';
import type { Attributes, Schema } from './schema/schema';
import type { TimeLimit } from './schema/timeouts';
import type { Path } from './values/path';
import type { ObjectValue } from './values/value';

/** The part of the request that all handlers share. `C` is the provider's connection. Handlers of different objects run at the same time. */
export interface Handling<C> {
  readonly connection: C;
  /**
   * Aborted when Terraform asks to stop, cancels this call or is gone, or the provider fails; not by a time limit. Send nothing new then, and return or
   * save what the responses to come tell.
   */
  readonly signal: AbortSignal;
  /** Receives warnings and errors. An error fails the operation; the new state of a create or an update is kept all the same. */
  readonly diagnostics: Diagnostics;
  /** Data beside the state. Terraform keeps it with the state that is returned, saved, or stays; a read or an import that fails keeps nothing. */
  readonly privateState: PrivateState;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Writes to Terraform's log, as `log` of the environment does. */
  readonly log: Log;
  /** The time limit of the operation. Its signal is also aborted when the time is over. */
  readonly timeLimit: TimeLimit;
  /**
   * Registers how to undo the handler's work if the host is gone, or has cancelled this call, when the handler has ended, so that nobody can
   * save the result. If the host is gone it has five seconds. A later call replaces an earlier one; undefined: nothing has to be undone.
   */
  readonly ifUnsaved: (undo: (() => Promise<void>) | undefined) => void;
}

/** The request that `validate` receives. An error in `diagnostics` ends the command. */
export interface ValidateRequest<M> {
  /** As configured; null what is left out, unknown what is not known yet. */
  readonly config: Planned<M>;
  readonly diagnostics: Diagnostics;
}

/** The parts that the definitions of all kinds of types share. */
export interface Definition<M> {
  /** The type name without the provider's name: `pet` for `random_pet`. */
  readonly typeName: string;
  readonly schema: Schema;
  /** Ready-made checks that span attributes, such as `exactlyOneOf`. */
  readonly configValidators?: readonly ConfigValidator<M>[];
  /** Other checks that span attributes, once every value fits its type; for an action also just before `invoke`. The schema's validators check single values. */
  readonly validate?: (request: ValidateRequest<M>) => AtOnce;
}

/** A definition that is typed by its schema, by which the framework converts values: so it is one of any attributes, too, as which it is handled. */
export type Typed<A extends Attributes, D> = Omit<D, 'schema'> & { readonly schema: Schema<A> };

/** The request that `modifyPlan` receives. Terraform plans a replacement twice, as an update and as a create, and plans again before it applies. */
export interface PlanRequest<M, C, I extends keyof M = 'id' & keyof M, P = M> {
  /** As configured; null what is left out. */
  readonly config: Planned<M>;
  /** Undefined for a resource that is about to be created. Its identity may be null in a state that an earlier version of the provider has left. */
  readonly prior: State<M, I> | undefined;
  /** The plan so far, with what `set` has changed. */
  readonly plan: Planned<P>;
  /** Plans a value. Terraform accepts only the configured value, the one in state, or any for a computed attribute that is not configured. */
  readonly set: <N extends keyof M>(name: N, value: PlannedValue<M[N]>) => void;
  /** Replaces the resource if the value at this path changes. Without effect in the plan of a create. */
  readonly requiresReplace: (path: Path) => void;
  /** The paths of the changes that replace the resource, as plan modifiers and `requiresReplace` have found them so far. */
  readonly replacing: readonly Path[];
  /** The planned private state of the replaced object, the only sign of `-replace`; undefined if empty, for a create, and for a tainted object. */
  readonly replaced: PrivateState | undefined;
  /** Undefined while the provider's configuration is not known. */
  readonly connection: C | undefined;
  /** That of the object, as the apply will receive it; empty for a create and for a replacement. */
  readonly privateState: PrivateState;
  readonly diagnostics: Diagnostics;
  readonly log: Log;
}

/** The request that `planDestroy` receives. */
export interface PlanDestroyRequest<M, C, I extends keyof M = 'id' & keyof M> {
  readonly state: State<M, I>;
  /** Undefined while the provider's configuration is not known. */
  readonly connection: C | undefined;
  readonly privateState: PrivateState;
  readonly diagnostics: Diagnostics;
  readonly log: Log;
}

/** The request that `create` receives. */
export interface CreateRequest<M, C, I extends keyof M = 'id' & keyof M, P = M> extends Handling<C> {
  /** The planned values; `undefined` is a computed value that nothing has decided, so that the handler has to. */
  readonly plan: P;
  /** The configuration, wholly known, which alone contains write-only values. */
  readonly config: M;
  /**
   * Saves what exists so far, in place of what was saved before; Terraform keeps it if the handler fails later, and else what that returns. Write-only
   * values are left out, what is undecided is null or as it was before, and what does not fit is an error, also if the handler succeeds later.
   */
  readonly save: (state: Saved<M, I>) => void;
}

/** The request that `read` receives: the state as it was saved last, or as an import has begun it, with nulls for what that did not tell. */
export interface ReadRequest<M, C, I extends keyof M = 'id' & keyof M> extends Handling<C> {
  readonly state: State<M, I>;
}

/** The class of {@link gone}. */
export class Gone {
  // Makes the type one of its own: no other object is a Gone.
  protected readonly isGone = true;
}

/** What `read` returns for an object that somebody has deleted: the next plan creates it again. */
export const gone: Gone = new Gone();
Object.freeze(gone);

/** The request that `update` receives: the plan, and the state that it changes. */
export interface UpdateRequest<M, C, I extends keyof M = 'id' & keyof M, P = M> extends CreateRequest<M, C, never, P> {
  readonly state: State<M, I>;
}

/** The request that `delete` receives. There is no configuration any more. */
export interface DeleteRequest<M, C, I extends keyof M = 'id' & keyof M> extends Handling<C> {
  readonly state: State<M, I>;
}

/** The request that `importState` receives: an import id or an identity. */
export interface ImportRequest<C, D = ObjectValue> extends Handling<C> {
  /** The import id. Where the import is by identity, the identity if that is one attribute, else empty. */
  readonly id: string;
  /** The identity that was given in place of an id. */
  readonly identity: D | undefined;
  /** True for an object that a query only shows: nothing is imported. */
  readonly isListed: boolean;
}

/** Turns a state of an earlier version of the schema into one of the current version. */
export interface StateUpgrader<S> {
  /** The schema as it was in that version; what a state has beside it is dropped, and what it lacks is null. */
  readonly schema: Schema;
  /** Must be pure, like `modifyPlan`. Returns every attribute of the current schema. */
  readonly upgrade: (state: never) => S;
}

/** Ties an upgrade to the schema of the version that it starts from, so that the state is typed by it. */
export function stateUpgrader<A extends Attributes, S>(
  schema: Schema<A>,
  upgrade: (state: State<Values<A>, never>) => S,
): StateUpgrader<S> {
  return { schema, upgrade };
}

/** The request that a converter of `movesFrom` receives. */
export interface MoveRequest<S> {
  /** The state of another type that a `moved` block moves to this one, by the current schema of that type. */
  readonly state: S;
  /** The private state of that object. The entries that the handler leaves in it become those of the moved object. */
  readonly privateState: PrivateState;
}

/** A kind of managed object. Handlers return the new state or throw. Planning, unknown and write-only values and diagnostics are the framework's. */
export interface Resource<M, C, I extends keyof M = never, P = M> extends Definition<M> {
  /** The attributes that identify an object: always in state, and of it alone. Whoever changes these raises the version of the schema. */
  readonly identity?: (I & string) | readonly (I & string)[];
  /** Whether `read` and an update may return another identity for the same object, such as a name that can be changed. By default that is an error. */
  readonly mutableIdentity?: boolean;
  /** Adjusts the plan of a create or an update after the schema's defaults and plan modifiers. Must be pure: no clock, no randomness, no request. */
  readonly modifyPlan?: (request: PlanRequest<M, C, I, P>) => AtOnce;
  /** Warns about a planned destroy or refuses it. Must be pure, like `modifyPlan`. Not called for a replacement. */
  readonly planDestroy?: (request: PlanDestroyRequest<M, C, I>) => AtOnce;
  /** Returns the new object with every attribute; one that is undecided is an error. If it throws, Terraform has what `save` was given, or else nothing. */
  readonly create: (request: CreateRequest<M, C, I, P>) => Promise<State<M, I>>;
  /** Returns the current state, or {@link gone}; nothing is an error. Also called after an import. If it throws, or reports an error, the state stays. */
  readonly read: (request: ReadRequest<M, C, I>) => Promise<State<M, I> | Gone>;
  /**
   * Returns the changed object; an identity of null stays as it was. If it throws, Terraform has what `save` was given, or else the prior state. Left
   * out where every change of what is sent requires replacement: the plan is kept then, and in it what was computed before.
   */
  readonly update?: (request: UpdateRequest<M, C, I, P>) => Promise<State<M, never>>;
  /** Must succeed for an object that is gone already. If it throws, or reports an error in `diagnostics`, the object stays in state. */
  readonly delete: (request: DeleteRequest<M, C, I>) => Promise<void>;
  /** Returns what an import id or an identity tells; `read` adds the rest. Default: the identity; from an id its only part, or `id`, if a text. */
  readonly importState?: (
    request: ImportRequest<C, Pick<State<M, I>, I>>,
  ) => Promise<Partial<State<M, I>> & Pick<State<M, I>, I>>;
  /** Converters of states of other types of this provider, by type name (`pet`). Must be pure, like `modifyPlan`. No other moves are possible. */
  readonly movesFrom?: { readonly [typeName: string]: (request: MoveRequest<never>) => State<M, I> };
  /** By the version that they start from; each leads to the current one. */
  readonly stateUpgraders?: { readonly [version: number]: StateUpgrader<State<M, I>> };
}

/** A resource as the framework handles it, whatever its attributes. */
export interface AnyResource<C> extends Omit<Resource<ObjectValue, C>, 'identity'> {
  readonly identity?: string | readonly string[];
}

/** A resource whose handlers are typed by its schema and its identity. */
export type ResourceDefinition<A extends Attributes, C, I extends keyof A & string> = Omit<
  Resource<Values<A>, C, NoInfer<I>, PlanValues<A>>,
  'schema' | 'identity'
> & { readonly schema: Schema<A>; readonly identity?: I | readonly I[] };

/** Ties handlers to a schema, which types their plans and states, and returns them as they are. `withConnection` types the connection, too. */
export function defineResource<A extends Attributes, const I extends keyof A & string = never, C = unknown>(
  resource: ResourceDefinition<A, C, I>,
): AnyResource<C> {
  return resource as unknown as AnyResource<C>;
}
