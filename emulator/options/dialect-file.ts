import { profile } from '../settings/settings';
import { readJsonFile, toFileError } from '../system/json-file';
import { toProblems } from '../validation/validate';
import type { EmulatorOptions } from './options';

const WHAT = 'dialect file';

/**
 * Merges the contents of the `dialectFile` into the options. Options given beside it win; a dialect wins over all knobs of the file.
 *
 * Throws a StartError with every problem of the file.
 */
export function withDialectFile(options: EmulatorOptions): EmulatorOptions {
  const { dialectFile: path } = options;
  if (path === undefined) return options;
  const { data, error } = profile.safeParse(readJsonFile(path, WHAT));
  if (error) throw toFileError(path, WHAT, toProblems(error));
  return {
    ...options,
    dialect: options.dialect ?? data.dialect,
    knobs: { ...(options.dialect === undefined && data.knobs), ...options.knobs },
    settle: options.settle ?? data.settle,
    lag: { ...data.lag, ...options.lag },
  };
}
