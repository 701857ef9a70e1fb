import { requireBun } from '../../framework/packaging/bun';
import { ROOT } from './paths';

/** Bun's executable for this machine, which npm installs as an optional dependency. */
export const BUN = requireBun(ROOT).path;
