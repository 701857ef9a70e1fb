import type { Definition, Handling, Typed } from './resource';
import type { PlanValues, Values } from './schema/model';
import type { Attributes } from './schema/schema';
import type { ObjectValue } from './values/value';

/** The request that `open` receives. Its configuration is wholly known: Terraform waits until it is. */
export interface OpenRequest<M, C> extends Handling<C> {
  /** The configuration. An omitted argument is null, or `undefined` if it is computed: the handler must then return a value for it. */
  readonly config: M;
}

/** The request that `close` receives. It has the `privateState` that `open` set. Neither an interruption nor a time limit aborts its signals. */
export type CloseRequest<C> = Handling<C>;

/** A type of object that exists only while a command runs. Terraform stores it neither in plans nor in state. */
export interface EphemeralResource<M, C, P = M> extends Definition<M> {
  /** Creates the object and returns the configuration with a value for every computed attribute. If it throws, it must leave no object behind. */
  readonly open: (request: OpenRequest<P, C>) => Promise<M>;
  /**
   * Deletes the object. Also called if the connection to the host is lost, and again if the first call failed. The object may already be gone. Omit
   * it if there is nothing to delete.
   */
  readonly close?: (request: CloseRequest<C>) => Promise<void>;
}

/** An ephemeral resource as the framework handles it, whatever its attributes. */
export type AnyEphemeralResource<C> = EphemeralResource<ObjectValue, C>;

/** An ephemeral resource that is typed by its schema. */
export type EphemeralResourceDefinition<A extends Attributes, C> = Typed<
  A,
  EphemeralResource<Values<A>, C, PlanValues<A>>
>;

/** Defines an ephemeral resource, and returns it as it is. Its schema gives `config` and the result their type; `C` is the provider's connection. */
export function defineEphemeralResource<A extends Attributes, C = unknown>(
  resource: EphemeralResourceDefinition<A, C>,
): AnyEphemeralResource<C> {
  return resource as unknown as AnyEphemeralResource<C>;
}
