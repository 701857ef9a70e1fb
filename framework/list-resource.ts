import type { Definition, Handling, Typed } from './resource';
import type { Values } from './schema/model';
import type { Attributes } from './schema/schema';
import type { ObjectValue } from './values/value';

/** The request that `list` receives. Its configuration is wholly known: with an unknown value Terraform lists nothing. */
export interface ListRequest<M, C> extends Omit<Handling<C>, 'privateState' | 'ifUnsaved'> {
  /** The configuration. An omitted argument is null. */
  readonly config: M;
  /**
   * Maximum number of objects that Terraform shows; undefined for all. Return more than that if you can: if an object is gone when it is read, the
   * next one takes its place.
   */
  readonly limit: number | undefined;
}

/** An object that was found. */
export interface Listed {
  /** Identity of the object: exactly the identity attributes of its resource, none of them null. */
  readonly identity: ObjectValue;
  /** The object's name for people. */
  readonly displayName: string;
}

/**
 * Finds existing objects of a resource type, whether they are in state or not. The attributes of its schema are the filters. The provider must have
 * a resource with the same type name and an `identity`. If the practitioner asks for whole objects, the framework imports and reads each by its
 * identity. An error that `list` throws ends the query.
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
