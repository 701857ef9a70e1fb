import type { Definition, Handling, Typed } from './resource';
import type { PlanValues, Values } from './schema/model';
import type { Attributes } from './schema/schema';
import type { ObjectValue } from './values/value';

/** The request that `read` receives. Its configuration is wholly known: Terraform waits until it is. */
export interface ReadDataRequest<M, C> extends Omit<Handling<C>, 'privateState' | 'ifUnsaved'> {
  /** The configuration. An omitted argument is null, or `undefined` if it is computed: the handler must then return a value for it. */
  readonly config: M;
}

/** A type of object that Terraform only reads. It has no private state. */
export interface DataSource<M, C, P = M> extends Definition<M> {
  /**
   * Returns the configuration with a value for every computed attribute. Throws if the object does not exist. A result that does not match the
   * schema is an error.
   */
  readonly read: (request: ReadDataRequest<P, C>) => Promise<M>;
}

/** A data source as the framework handles it, whatever its attributes. */
export type AnyDataSource<C> = DataSource<ObjectValue, C>;

/** A data source that is typed by its schema. */
export type DataSourceDefinition<A extends Attributes, C> = Typed<A, DataSource<Values<A>, C, PlanValues<A>>>;

/** Defines a data source, and returns it as it is. Its schema gives `config` and the result their type; `C` is the provider's connection. */
export function defineDataSource<A extends Attributes, C = unknown>(
  dataSource: DataSourceDefinition<A, C>,
): AnyDataSource<C> {
  return dataSource as unknown as AnyDataSource<C>;
}
