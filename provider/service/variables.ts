import * as environment from '../../framework/from-environment';

/** What the environment variables of arguments begin with. */
export const ENVIRONMENT_PREFIX = 'COFFER_';

/** Name of the environment variable of an argument. */
export const variableOf = (name: string): string => environment.variableOf(ENVIRONMENT_PREFIX, name);
