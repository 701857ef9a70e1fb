import type { Handling, ValidateRequest } from './resource';
import type { Attributes, Model, Schema } from './schema';
import type { ObjectValue } from './value';

/** The request that `list` receives. Its configuration is wholly known: Terraform waits until it is. */
export interface ListRequest<M, C> extends Omit<Handling<C>, 'privateState' | 'ifUnsaved'> {
  /** The configuration; an argument that is left out is null. */
  readonly config: M;
  /** The largest number of objects that the framework uses; undefined for no limit. It ignores further ones. */
  readonly limit: number | undefined;
}

/** An object that was found. */
export interface Listed {
  /** The object's identity, which is also its import id. */
  readonly id: string;
  /** The object's name for people. */
  readonly displayName: string;
}

/** Finds the existing objects of a resource type, in state or not. The provider must have a resource with the same type name. */
export interface ListResource<M, C> {
  /** The type name without the provider's name: `pet` for `random_pet`. */
  readonly typeName: string;
  /** The arguments of the `list` block, which are filters. */
  readonly schema: Schema;
  /** Checks that span attributes. The schema's validators check single values. */
  readonly validate?: (request: ValidateRequest<M>) => void;
  /** Returns the objects in the order in which Terraform shows them; an empty array if there are none. */
  readonly list: (request: ListRequest<M, C>) => Promise<readonly Listed[]>;
}

/** A list resource as the framework handles it, whatever its attributes. */
export type AnyListResource<C> = ListResource<ObjectValue, C>;

/** Defines a list resource. Its schema gives `config` its type; `C` is the provider's connection. */
export function defineListResource<C>() {
  return <A extends Attributes>(
    resource: Omit<ListResource<Model<A>, C>, 'schema'> & { readonly schema: Schema<A> },
  ): AnyListResource<C> =>
    // The framework converts values by the schema that `A` comes from, so both types describe the same values.
    resource as unknown as AnyListResource<C>;
}
