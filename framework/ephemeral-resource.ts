import type { Handling, ValidateRequest } from './resource';
import type { Attributes, Model, Schema } from './schema';
import type { ObjectValue } from './value';

/** What opening is given. The configuration is wholly known: Terraform waits until it is. */
export interface OpenRequest<M, C> extends Handling<C> {
  /** As configured; null what is left out. */
  readonly config: M;
}

/** What closing is given: what opening has put into `privateState`, and a signal that no interruption aborts. */
export type CloseRequest<C> = Handling<C>;

/** Something that exists while a command runs, and is stored nowhere. */
export interface EphemeralResource<M, C> {
  /** Without the provider's name: `password` for `random_password`. */
  readonly typeName: string;
  readonly schema: Schema;
  /** Checks that span attributes. Single values are checked by the schema's validators. */
  readonly validate?: (request: ValidateRequest<M>) => void;
  /** Makes it, and returns the configuration with everything computed filled in. After an error nothing is left. */
  readonly open: (request: OpenRequest<M, C>) => Promise<M>;
  /** Ends what opening has made. Also called when the host is lost; may be called for what has ended already. */
  readonly close: (request: CloseRequest<C>) => Promise<void>;
}

/** An ephemeral resource as the framework handles it, whatever its attributes. */
export type AnyEphemeralResource<C> = EphemeralResource<ObjectValue, C>;

/** Ties handlers to a schema, so that configuration and result are typed by it. */
export function defineEphemeralResource<C>() {
  return <A extends Attributes>(
    resource: Omit<EphemeralResource<Model<A>, C>, 'schema'> & { readonly schema: Schema<A> },
  ): AnyEphemeralResource<C> =>
    // The framework converts by the very schema that `A` comes from, so the two views are of the same values.
    resource as unknown as AnyEphemeralResource<C>;
}
