import { type ActionDefinition, type AnyAction, defineAction } from './action';
import { type AnyDataSource, type DataSourceDefinition, defineDataSource } from './data-source';
import {
  type AnyEphemeralResource,
  defineEphemeralResource,
  type EphemeralResourceDefinition,
} from './ephemeral-resource';
import { type AnyListResource, defineListResource, type ListResourceDefinition } from './list-resource';
import { type AnyResource, defineResource, type ResourceDefinition } from './resource';
import type { Attributes } from './schema/schema';

/** The functions that define the parts of a provider whose handlers are given a `C`, the `connection` that its `configure` returns. */
export interface Definitions<C> {
  readonly defineResource: <A extends Attributes, const I extends keyof A & string = never>(
    resource: ResourceDefinition<A, C, I>,
  ) => AnyResource<C>;
  readonly defineDataSource: <A extends Attributes>(dataSource: DataSourceDefinition<A, C>) => AnyDataSource<C>;
  readonly defineEphemeralResource: <A extends Attributes>(
    resource: EphemeralResourceDefinition<A, C>,
  ) => AnyEphemeralResource<C>;
  readonly defineListResource: <A extends Attributes>(resource: ListResourceDefinition<A, C>) => AnyListResource<C>;
  readonly defineAction: <A extends Attributes>(action: ActionDefinition<A, C>) => AnyAction<C>;
}

/**
 * Returns `defineResource` and the other define functions for one type of connection, which TypeScript cannot infer. Call it once, and export the
 * result.
 */
export const withConnection = <C>(): Definitions<C> => ({
  defineResource,
  defineDataSource,
  defineEphemeralResource,
  defineListResource,
  defineAction,
});
