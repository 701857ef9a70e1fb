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
   * Aborted when Terraform asks the provider to stop, cancels this call or ends, or when the provider fails. A time limit does not abort it. After
   * that, send no new request, and return or save the results of the requests in progress.
   */
  readonly signal: AbortSignal;
  /** Receives warnings and errors. An error fails the operation, but Terraform keeps the new state of a create or an update. */
  readonly diagnostics: Diagnostics;
  /** Data that Terraform stores with the state but does not show. A read or an import that fails stores nothing. */
  readonly privateState: PrivateState;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Writes to Terraform's log, as `log` of the environment does. */
  readonly log: Log;
  /** The time limit of the operation. Its signal is also aborted when the time is over. */
  readonly timeLimit: TimeLimit;
  /**
   * Registers a function that undoes the handler's work. The framework calls it if the host is gone or has cancelled this call when the handler
   * ends, because the result cannot be saved then. If the host is gone, the function has five seconds. A later call replaces the function; undefined
   * removes it.
   */
  readonly ifUnsaved: (undo: (() => Promise<void>) | undefined) => void;
}

/** The request that `validate` receives. An error in `diagnostics` ends the command. */
export interface ValidateRequest<M> {
  /** The configuration. An omitted argument is null; a value that is not known yet is unknown. */
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
  /** Plans a value. Terraform accepts the configured value, the value in state, or any value for a computed attribute that is not configured. */
  readonly set: <N extends keyof M>(name: N, value: PlannedValue<M[N]>) => void;
  /** Replaces the resource if the value at this path changes. Has no effect in the plan of a create. */
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
  /** The planned values. A computed value that the plan left open is `undefined`: the handler must return a value for it. */
  readonly plan: P;
  /** The configuration, wholly known. Only the configuration contains write-only values. */
  readonly config: M;
  /**
   * Saves the state of what exists so far, and replaces an earlier saved state. Terraform keeps it if the handler fails later; otherwise it keeps
   * the handler's result. Write-only values are left out. Undecided values become null, or keep their prior value. A value that does not match the
   * schema is an error, even if the handler succeeds later.
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

/** Return this from `read` if the object no longer exists: the next plan creates it again. */
export const gone: Gone = new Gone();
Object.freeze(gone);

/** The request that `update` receives: the plan, and the state that it changes. */
export interface UpdateRequest<M, C, I extends keyof M = 'id' & keyof M, P = M> extends CreateRequest<M, C, never, P> {
  readonly state: State<M, I>;
}

/** The request that `delete` receives. It has no configuration. */
export interface DeleteRequest<M, C, I extends keyof M = 'id' & keyof M> extends Handling<C> {
  readonly state: State<M, I>;
}

/** The request that `importState` receives: an import id or an identity. */
export interface ImportRequest<C, D = ObjectValue> extends Handling<C> {
  /** The import id. For an import by identity: the value of the identity if it has one attribute, otherwise an empty string. */
  readonly id: string;
  /** The identity that was given in place of an id. */
  readonly identity: D | undefined;
  /** True for an object that a query only shows: nothing is imported. */
  readonly isListed: boolean;
}

/** Turns a state of an earlier version of the schema into one of the current version. */
export interface StateUpgrader<S> {
  /** The schema of that version. Attributes of the state that it does not have are dropped, and missing ones are null. */
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
  /** The attributes that identify an object: always in state, and unique. If you change them, raise the version of the schema. */
  readonly identity?: (I & string) | readonly (I & string)[];
  /** Whether `read` and `update` may return another identity for the same object, for example after a rename. By default this is an error. */
  readonly mutableIdentity?: boolean;
  /** Adjusts the plan of a create or an update after the schema's defaults and plan modifiers. Must be pure: no clock, no randomness, no request. */
  readonly modifyPlan?: (request: PlanRequest<M, C, I, P>) => AtOnce;
  /** Warns about a planned destroy, or rejects it with an error. Must be pure, like `modifyPlan`. Not called for a replacement. */
  readonly planDestroy?: (request: PlanDestroyRequest<M, C, I>) => AtOnce;
  /**
   * Returns the new object with a value for every attribute. An attribute without a value is an error. If it throws, Terraform keeps the state given
   * to `save`, or no state.
   */
  readonly create: (request: CreateRequest<M, C, I, P>) => Promise<State<M, I>>;
  /**
   * Returns the current state, or {@link gone}. To return undefined is an error. Also called after an import. If it throws or reports an error, the
   * state stays unchanged.
   */
  readonly read: (request: ReadRequest<M, C, I>) => Promise<State<M, I> | Gone>;
  /**
   * Returns the changed object. An identity attribute that is null keeps its value. If it throws, Terraform keeps the state given to `save`, or the
   * prior state. Omit it if every change to a value that you send requires replacement: Terraform then stores the plan, with the computed values of
   * the prior state.
   */
  readonly update?: (request: UpdateRequest<M, C, I, P>) => Promise<State<M, never>>;
  /** Must succeed if the object is already gone. If it throws or reports an error, the object stays in state. */
  readonly delete: (request: DeleteRequest<M, C, I>) => Promise<void>;
  /**
   * Returns the attributes that follow from an import id or an identity; `read` adds the others. By default these are the identity attributes, or
   * for an id, the only identity attribute (or `id`) if it is a string.
   */
  readonly importState?: (
    request: ImportRequest<C, Pick<State<M, I>, I>>,
  ) => Promise<Partial<State<M, I>> & Pick<State<M, I>, I>>;
  /**
   * Converters for `moved` blocks, by the name of the other type of this provider (`pet`). Must be pure, like `modifyPlan`. Other moves are errors.
   */
  readonly movesFrom?: { readonly [typeName: string]: (request: MoveRequest<never>) => State<M, I> };
  /** Upgraders by the version that they start from. Each returns a state of the current version. */
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
