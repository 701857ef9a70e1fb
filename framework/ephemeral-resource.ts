import type { Definition, Handling, Typed } from './resource';
import type { PlanValues, Values } from './schema/model';
import type { Attributes } from './schema/schema';
import type { ObjectValue } from './values/value';

/** The request that `open` receives. Its configuration is wholly known: Terraform waits until it is. */
export interface OpenRequest<M, C> extends Handling<C> {
  /** The configuration; an argument that is left out is null, or `undefined` if it is computed, so that the handler has to decide it. */
  readonly config: M;
}

/** The request that `close` receives: the `privateState` that `open` has set, and signals that neither an interruption nor a time limit aborts. */
export type CloseRequest<C> = Handling<C>;

/** A kind of object that exists while a command runs. Terraform stores it neither in plans nor in state. */
export interface EphemeralResource<M, C, P = M> extends Definition<M> {
  /** Makes the object and returns the configuration with every computed attribute filled in. Leaves nothing behind if it throws. */
  readonly open: (request: OpenRequest<P, C>) => Promise<M>;
  /** Deletes the object. Also called if the host is lost, again if it failed, and perhaps for one that is gone. Absent if nothing is to be deleted. */
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
