import type { Diagnostics } from './diagnostic';
import type { Path } from './path';
import type { PrivateState } from './private-state';
import type { Attributes, Model, Schema } from './schema';
import type { TimeLimit } from './timeouts';
import type { ObjectValue, Unknown } from './value';

/** The TypeScript view of a configuration or a plan: each attribute has a value, null, or is unknown. */
export type Planned<M> = { readonly [N in keyof M]: M[N] | Unknown };

/** The part of the request that all handlers share. `C` is the connection that the provider made when it was configured. */
export interface Handling<C> {
  readonly connection: C;
  /** Aborted only when Terraform asks to stop or is gone. The handler must send nothing new then (F8). */
  readonly signal: AbortSignal;
  readonly diagnostics: Diagnostics;
  /** Data beside the state. Terraform keeps what the handler sets here together with the state that it returns. */
  readonly privateState: PrivateState;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** The time limit of the operation. Its signal is also aborted when the time is over. */
  readonly timeLimit: TimeLimit;
  /**
   * Registers how to undo the handler's work if the host is gone when the handler has ended, so that nobody can save the result (F8).
   * A later call replaces an earlier one; undefined means that nothing has to be undone.
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
  /** The plan so far. `set` changes it. */
  readonly plan: Planned<M>;
  readonly set: <N extends keyof M>(name: N, value: M[N] | Unknown) => void;
  /** Replaces the resource if the value at this path changes. */
  readonly requiresReplace: (path: Path) => void;
  /** The paths of the changes that replace the resource, as found so far. */
  readonly replacing: readonly Path[];
  /**
   * The planned private state of the object that this one replaces; undefined for a create. It is the only sign of a replacement that
   * `-replace` asks for. A tainted object leaves no such sign.
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
  /** The planned values; null also where the service decides. */
  readonly plan: M;
  /** The configuration, which alone contains write-only values. */
  readonly config: M;
  /** Saves what exists so far. Terraform keeps this state even if the handler fails later. */
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

/** Converts a state of one schema version to the next version. */
export type StateUpgrader = (state: ObjectValue) => ObjectValue;

/** A state of another type that a `moved` block moves to this one. */
export interface MoveRequest<S> {
  readonly state: S;
  /** The private state of that object. The entries that the handler leaves in it become those of the moved object. */
  readonly privateState: PrivateState;
}

/**
 * A kind of managed object. Handlers return the new state or throw. The framework does the rest: planning, unknown and write-only
 * values, diagnostics, private state.
 */
export interface Resource<M, C> {
  /** The type name without the provider's name: `pet` for `random_pet`. */
  readonly typeName: string;
  readonly schema: Schema;
  /** The attribute that identifies an object. The service gives it, and as an import id it names one object only. */
  readonly identity?: keyof M & string;
  /** Checks that span attributes. The schema's validators check single values. */
  readonly validate?: (request: ValidateRequest<M>) => void;
  /** Adjusts the plan after the schema's defaults and plan modifiers. Must be pure: no clock, no randomness, no request (F1). */
  readonly modifyPlan?: (request: PlanRequest<M, C>) => void;
  /** Warns about a planned destroy or refuses it. Must be pure, like `modifyPlan`. Not called for a replacement. */
  readonly planDestroy?: (request: PlanDestroyRequest<M, C>) => void;
  readonly create: (request: CreateRequest<M, C>) => Promise<M>;
  /** Returns the current state; `undefined` if the object is gone. */
  readonly read: (request: ReadRequest<M, C>) => Promise<M | undefined>;
  readonly update: (request: UpdateRequest<M, C>) => Promise<M>;
  readonly delete: (request: DeleteRequest<M, C>) => Promise<void>;
  /** Returns the attributes that an import id tells; `read` fills in the rest. */
  readonly importState: (request: ImportRequest<C>) => Promise<Partial<M>>;
  /** Converters of states of other types of this provider, by type name (`pet`). Must be pure, like `modifyPlan`. */
  readonly movesFrom?: { readonly [typeName: string]: (request: MoveRequest<never>) => M };
  /** State upgraders by the version that they start from. */
  readonly stateUpgraders?: { readonly [version: number]: StateUpgrader };
}

/** A resource as the framework handles it, whatever its attributes. */
export type AnyResource<C> = Resource<ObjectValue, C>;

/** Defines a resource. Its schema gives plans and states their types; `C` is the provider's connection. */
export function defineResource<C>() {
  return <A extends Attributes>(
    resource: Omit<Resource<Model<A>, C>, 'schema'> & { readonly schema: Schema<A> },
  ): AnyResource<C> =>
    // The framework converts values by the schema that `A` comes from, so both types describe the same values.
    resource as unknown as AnyResource<C>;
}
