import type { Handling, ValidateRequest } from './resource';
import type { Attributes, Model, Schema } from './schema';
import type { ObjectValue } from './value';

/** What listing is given. The configuration is wholly known: Terraform waits until it is. */
export interface ListRequest<M, C> extends Omit<Handling<C>, 'privateState' | 'ifUnsaved'> {
  /** As configured; null what is left out. */
  readonly config: M;
  /** The most objects that are wanted, undefined for all of them. What is found beyond is not looked at. */
  readonly limit: number | undefined;
}

/** One object that was found. */
export interface Listed {
  /** Its identity, which is also its import id. */
  readonly id: string;
  /** What people know it by. */
  readonly displayName: string;
}

/** A way to find the objects of a resource type that exist, in state or not. There is a resource of the same type name. */
export interface ListResource<M, C> {
  /** Without the provider's name: `pet` for `random_pet`. */
  readonly typeName: string;
  /** Filters. */
  readonly schema: Schema;
  /** Checks that span attributes. Single values are checked by the schema's validators. */
  readonly validate?: (request: ValidateRequest<M>) => void;
  /** What is found, in the order in which it is shown. Nothing found is empty. */
  readonly list: (request: ListRequest<M, C>) => Promise<readonly Listed[]>;
}

/** A list resource as the framework handles it, whatever its attributes. */
export type AnyListResource<C> = ListResource<ObjectValue, C>;

/** Ties listing to its schema, so that the configuration is typed by it. */
export function defineListResource<C>() {
  return <A extends Attributes>(
    resource: Omit<ListResource<Model<A>, C>, 'schema'> & { readonly schema: Schema<A> },
  ): AnyListResource<C> =>
    // The framework converts by the very schema that `A` comes from, so the two views are of the same values.
    resource as unknown as AnyListResource<C>;
}
