import type { Definition, Handling, Typed } from './resource';
import type { Values } from './schema/model';
import type { Attributes } from './schema/schema';
import type { ObjectValue } from './values/value';

/** The request that `list` receives. Its configuration is wholly known: with an unknown value Terraform lists nothing. */
export interface ListRequest<M, C> extends Omit<Handling<C>, 'privateState' | 'ifUnsaved'> {
  /** The configuration; an argument that is left out is null. */
  readonly config: M;
  /** The most objects that Terraform shows; undefined for all. Return more if you can: one that is gone when it is read makes room for the next. */
  readonly limit: number | undefined;
}

/** An object that was found. */
export interface Listed {
  /** Its identity: all attributes by which its resource is identified, none null, and no others. */
  readonly identity: ObjectValue;
  /** The object's name for people. */
  readonly displayName: string;
}

/**
 * Finds the existing objects of a resource type, in state or not, by filters, which are the attributes of its schema. The provider must have a resource with the same type name and an
 * `identity`. For whole objects the framework imports and reads each by its identity. An error that `list` throws ends the query.
 */
export interface ListResource<M, C> extends Definition<M> {
  /** Returns the objects in the order in which Terraform shows them; an empty array if there are none. */
  readonly list: (request: ListRequest<M, C>) => Promise<readonly Listed[]>;
}

/** A list resource as the framework handles it, whatever its attributes. */
export type AnyListResource<C> = ListResource<ObjectValue, C>;

/** A list resource that is typed by its schema. */
export type ListResourceDefinition<A extends Attributes, C> = Typed<A, ListResource<Values<A>, C>>;

/** Defines a list resource, and returns it as it is. Its schema gives `config` its type; `C` is the provider's connection. */
export function defineListResource<A extends Attributes, C = unknown>(
  resource: ListResourceDefinition<A, C>,
): AnyListResource<C> {
  return resource as unknown as AnyListResource<C>;
}
