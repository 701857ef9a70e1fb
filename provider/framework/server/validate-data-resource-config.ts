import { Diagnostics } from '../diagnostic';
import { validateAttributes } from '../validate';
import { isObject } from '../value';
import type { Diagnosed, ValidateDataResourceConfigRequest } from './messages';
import type { DataSourceTarget } from './operation';

/** Checks a data block: every problem at once, each with its path. */
export function validateDataResourceConfig<C>(
  { dataSource }: DataSourceTarget<C>,
  { config }: ValidateDataResourceConfigRequest,
): Diagnosed {
  const diagnostics = new Diagnostics();
  if (isObject(config)) {
    validateAttributes(dataSource.schema.attributes, config, diagnostics);
    dataSource.validate?.({ config, diagnostics });
  }
  return { diagnostics: diagnostics.all };
}
