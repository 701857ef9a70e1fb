import type { Definition, Handling, Typed } from './resource';
import type { Values } from './schema/model';
import type { Attributes } from './schema/schema';
import type { ObjectValue } from './values/value';

/** The request that `invoke` receives. Its configuration is wholly known. */
export interface InvokeRequest<M, C> extends Omit<Handling<C>, 'privateState' | 'ifUnsaved'> {
  /** The configuration. An omitted argument is null. */
  readonly config: M;
  /** Shows a message to the practitioner while the action runs. A call after the action has ended has no effect. */
  readonly progress: (message: string) => void;
}

/** An operation that a configuration can run without changing a resource. Terraform stores no state for it. */
export interface Action<M, C> extends Definition<M> {
  /** Runs the action. It fails if this throws, or reports an error in `diagnostics`. */
  readonly invoke: (request: InvokeRequest<M, C>) => Promise<void>;
}

/** An action as the framework handles it, whatever its attributes. */
export type AnyAction<C> = Action<ObjectValue, C>;

/** An action that is typed by its schema. */
export type ActionDefinition<A extends Attributes, C> = Typed<A, Action<Values<A>, C>>;

/** Defines an action, and returns it as it is. Its schema gives `config` its type; `C` is the provider's connection. */
export function defineAction<A extends Attributes, C = unknown>(action: ActionDefinition<A, C>): AnyAction<C> {
  return action as unknown as AnyAction<C>;
}
