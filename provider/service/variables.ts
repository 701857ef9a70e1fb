import * as environment from '../../framework/from-environment';

export const ENVIRONMENT_PREFIX = 'COFFER_';

/** The environment variable of an argument: `COFFER_BASE_URL` for `base_url`. */
export const variableOf = (name: string): string => environment.variableOf(ENVIRONMENT_PREFIX, name);
