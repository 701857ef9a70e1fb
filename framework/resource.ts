import type { Diagnostics } from './diagnostic';
import type { Path } from './path';
import type { PrivateState } from './private-state';
import type { Attributes, Model, Schema } from './schema';
import type { TimeLimit } from './timeouts';
import type { ObjectValue, Unknown } from './value';

/** The TypeScript view of a configuration or a plan: a value, null, or not known yet. */
export type Planned<M> = { readonly [N in keyof M]: M[N] | Unknown };

/** What every handler that talks to the service is given. `C` is the connection that the provider made when it was configured. */
export interface Handling<C> {
  readonly connection: C;
  /** Aborted when Terraform asks to stop, or is gone, and by nothing else: nothing new is to be sent then (F8). */
  readonly signal: AbortSignal;
  readonly diagnostics: Diagnostics;
  /** Remembered beside the state; what a handler sets here is kept with the state that it returns. */
  readonly privateState: PrivateState;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** How long the operation may take. Its signal is also aborted when that is over. */
  readonly timeLimit: TimeLimit;
  /**
   * Says how to undo what was made, in case that nobody is left to save it when the handler has ended: the host is gone (F8).
   * Undefined: it may stay. The last one given counts.
   */
  readonly ifUnsaved: (undo: (() => Promise<void>) | undefined) => void;
}

export interface ValidateRequest<M> {
  readonly config: Planned<M>;
  readonly diagnostics: Diagnostics;
}

export interface PlanRequest<M, C> {
  readonly config: Planned<M>;
  /** Undefined for a resource that is about to be created. */
  readonly prior: M | undefined;
  /** The plan so far; change it through `set`. */
  readonly plan: Planned<M>;
  readonly set: <N extends keyof M>(name: N, value: M[N] | Unknown) => void;
  /** A changed value at this path replaces the resource. */
  readonly requiresReplace: (path: Path) => void;
  /** The changes that replace the resource, as far as they are known by now. */
  readonly replacing: readonly Path[];
  /**
   * What was planned to be remembered beside the object that this new one replaces; undefined for a create. It is the only sign of a
   * replacement that `-replace` asks for. A tainted object leaves none.
   */
  readonly replaced: PrivateState | undefined;
  /** Undefined while the provider's configuration is not known. */
  readonly connection: C | undefined;
  readonly privateState: PrivateState;
  readonly diagnostics: Diagnostics;
}

export interface PlanDestroyRequest<M, C> {
  readonly state: M;
  /** Undefined while the provider's configuration is not known. */
  readonly connection: C | undefined;
  readonly privateState: PrivateState;
  readonly diagnostics: Diagnostics;
}

export interface CreateRequest<M, C> extends Handling<C> {
  /** What to make; null also where the service decides. */
  readonly plan: M;
  /** As configured: the only place with write-only values. */
  readonly config: M;
  /** Hands Terraform what exists so far. Whatever fails later, it stays in state. */
  readonly save: (state: M) => void;
}

export interface ReadRequest<M, C> extends Handling<C> {
  readonly state: M;
}

export interface UpdateRequest<M, C> extends CreateRequest<M, C> {
  readonly state: M;
}

export interface DeleteRequest<M, C> extends Handling<C> {
  readonly state: M;
}

export interface ImportRequest<C> extends Handling<C> {
  readonly id: string;
}

/** Turns a state of one schema version into one of the next. */
export type StateUpgrader = (state: ObjectValue) => ObjectValue;

/** A state of another type that a `moved` block brings here. */
export interface MoveRequest<S> {
  readonly state: S;
  /** As remembered beside that state; what is left in it is kept beside the new one. */
  readonly privateState: PrivateState;
}

/**
 * A kind of managed object. Handlers return the new state or throw; the framework does the rest: planning, unknown and
 * write-only values, diagnostics, private state.
 */
export interface Resource<M, C> {
  /** Without the provider's name: `pet` for `random_pet`. */
  readonly typeName: string;
  readonly schema: Schema;
  /** Attribute with the identity of an object: given by the service, and an import id that means this object and no other. */
  readonly identity?: keyof M & string;
  /** Checks that span attributes. Single values are checked by the schema's validators. */
  readonly validate?: (request: ValidateRequest<M>) => void;
  /** Adjusts a plan after the schema's defaults and plan modifiers. Pure: no clock, no randomness, no request (F1). */
  readonly modifyPlan?: (request: PlanRequest<M, C>) => void;
  /** Says before a destroy what it means, or refuses it. As pure as `modifyPlan`. Not asked before a replacement. */
  readonly planDestroy?: (request: PlanDestroyRequest<M, C>) => void;
  readonly create: (request: CreateRequest<M, C>) => Promise<M>;
  /** `undefined`: the object is gone. */
  readonly read: (request: ReadRequest<M, C>) => Promise<M | undefined>;
  readonly update: (request: UpdateRequest<M, C>) => Promise<M>;
  readonly delete: (request: DeleteRequest<M, C>) => Promise<void>;
  /** What is known from an import id; the rest is read. */
  readonly importState: (request: ImportRequest<C>) => Promise<Partial<M>>;
  /** Makes states of other types of this provider one of this type, by their type names. As pure as `modifyPlan`. */
  readonly movesFrom?: { readonly [typeName: string]: (request: MoveRequest<never>) => M };
  /** By the version that they start from. */
  readonly stateUpgraders?: { readonly [version: number]: StateUpgrader };
}

/** A resource as the framework handles it, whatever its attributes. */
export type AnyResource<C> = Resource<ObjectValue, C>;

/** Ties handlers to a schema, so that their plans and states are typed by it. */
export function defineResource<C>() {
  return <A extends Attributes>(
    resource: Omit<Resource<Model<A>, C>, 'schema'> & { readonly schema: Schema<A> },
  ): AnyResource<C> =>
    // The framework converts by the very schema that `A` comes from, so the two views are of the same values.
    resource as unknown as AnyResource<C>;
}
