import type { Definition, Handling, Typed } from './resource';
import type { Values } from './schema/model';
import type { Attributes } from './schema/schema';
import type { ObjectValue } from './values/value';

/** The request that `invoke` receives. Its configuration is wholly known. */
export interface InvokeRequest<M, C> extends Omit<Handling<C>, 'privateState' | 'ifUnsaved'> {
  /** The configuration; an argument that is left out is null. */
  readonly config: M;
  /** Shows the practitioner a message while the action runs; does nothing after it has ended. */
  readonly progress: (message: string) => void;
}

/** An operation that a configuration can run, other than changing a resource. It leaves no state. */
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
