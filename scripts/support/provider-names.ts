import type { Names } from '../../framework/packaging/names';
import { PROVIDER_SOURCE } from '../../projenrc/names';

/** The parts of the provider's file names. */
export const NAMES: Names = { typeName: 'coffer', source: PROVIDER_SOURCE };
