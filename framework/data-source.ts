import type { Handling, ValidateRequest } from './resource';
import type { Attributes, Model, Schema } from './schema';
import type { ObjectValue } from './value';

/** What reading a data source is given. The configuration is wholly known: Terraform waits until it is. */
export interface ReadDataRequest<M, C> extends Omit<Handling<C>, 'privateState' | 'ifUnsaved'> {
  /** As configured; null what is left out. */
  readonly config: M;
}

/** A kind of object to look up. It is never changed and remembers nothing between two reads. */
export interface DataSource<M, C> {
  /** Without the provider's name: `pet` for `random_pet`. */
  readonly typeName: string;
  readonly schema: Schema;
  /** Checks that span attributes. Single values are checked by the schema's validators. */
  readonly validate?: (request: ValidateRequest<M>) => void;
  /** The configuration with everything computed filled in. What is not found is an error: throw it. */
  readonly read: (request: ReadDataRequest<M, C>) => Promise<M>;
}

/** A data source as the framework handles it, whatever its attributes. */
export type AnyDataSource<C> = DataSource<ObjectValue, C>;

/** Ties a data source's reading to its schema, so that configuration and result are typed by it. */
export function defineDataSource<C>() {
  return <A extends Attributes>(
    dataSource: Omit<DataSource<Model<A>, C>, 'schema'> & { readonly schema: Schema<A> },
  ): AnyDataSource<C> =>
    // The framework converts by the very schema that `A` comes from, so the two views are of the same values.
    dataSource as unknown as AnyDataSource<C>;
}
