import type { Names } from '../../framework/packaging/names';
import { PROVIDER_SOURCE } from '../../projenrc/names';

/** What the provider's files are named after. */
export const NAMES: Names = { typeName: 'coffer', source: PROVIDER_SOURCE };
