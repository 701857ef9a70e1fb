import type { AnyDataSource } from '../data-source';
import { Diagnostics } from '../diagnostic';
import { withUndecided } from '../plan/plan';
import { keepMeaning } from '../plan/same-meaning';
import { nullObject, schemaType } from '../schema/schema';
import { toDoubles } from '../values/doubles';
import type { Value } from '../values/value';
import { isObject, UNKNOWN } from '../values/value';
import type { BlockRequest, Deferrable, Diagnosed } from './messages';
import { type Called, fitting, handling, judgeForgotten, reportError, type Target } from './operation';

export interface ReadDataSourceResponse extends Diagnosed, Deferrable {
  /** Undefined if the handler did not run or threw, or its result does not fit; unknown after a deferral. */
  readonly state: Value | undefined;
}

/**
 * Reads a data source. Errors are in the response, also for a result that does not fit the schema.
 *
 * Terraform waits until the data block is known, but not until the provider block is. While an argument of that is unknown, the read
 * is deferred if Terraform supports it. Otherwise it is an error that names the argument, because Terraform accepts no unknown result (F2).
 */
export async function readDataSource<C>(
  target: Target<C, AnyDataSource<C>> & Called,
  request: BlockRequest,
): Promise<ReadDataSourceResponse> {
  const diagnostics = new Diagnostics();
  const { definition, configuration, call } = target;
  if (configuration.defers) return { state: UNKNOWN, deferred: true, diagnostics: [] };
  try {
    const { attributes } = definition.schema;
    const config = isObject(request.config) ? request.config : nullObject(attributes);
    const timed = { attributes, operation: 'read', values: config } as const;
    const given = handling(target, diagnostics, new Uint8Array(), timed);
    const result = await call.settle(
      definition.read({
        ...given,
        config: toDoubles(withUndecided(attributes, config), schemaType(definition.schema)),
      }),
    );
    await judgeForgotten(target, diagnostics, 'read');
    const checked = { ...target, diagnostics, operation: 'read', end: 'Nothing was read.' };
    const state = fitting(checked, result, null, [request.config]);
    return { state: state && keepMeaning(attributes, state, config), diagnostics: diagnostics.all };
  } catch (error) {
    reportError(target, diagnostics, error, 'read data source');
    return { state: undefined, diagnostics: diagnostics.all };
  }
}
