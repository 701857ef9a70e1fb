import type { Handling, ValidateRequest } from './resource';
import type { Attributes, Model, Schema } from './schema';
import type { ObjectValue } from './value';

/** What an action is given. The configuration is wholly known. */
export interface InvokeRequest<M, C> extends Omit<Handling<C>, 'privateState' | 'ifUnsaved'> {
  /** As configured; null what is left out. */
  readonly config: M;
  /** Tells the practitioner how far it is. */
  readonly progress: (message: string) => void;
}

/** Something to do with what exists, beside making and changing it. It leaves no state. */
export interface Action<M, C> {
  /** Without the provider's name: `rotate` for `vault_rotate`. */
  readonly typeName: string;
  readonly schema: Schema;
  /** Checks that span attributes. Single values are checked by the schema's validators. */
  readonly validate?: (request: ValidateRequest<M>) => void;
  readonly invoke: (request: InvokeRequest<M, C>) => Promise<void>;
}

/** An action as the framework handles it, whatever its attributes. */
export type AnyAction<C> = Action<ObjectValue, C>;

/** Ties an action to its schema, so that its configuration is typed by it. */
export function defineAction<C>() {
  return <A extends Attributes>(
    action: Omit<Action<Model<A>, C>, 'schema'> & { readonly schema: Schema<A> },
  ): AnyAction<C> =>
    // The framework converts by the very schema that `A` comes from, so the two views are of the same values.
    action as unknown as AnyAction<C>;
}
