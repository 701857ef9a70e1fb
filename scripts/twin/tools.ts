import { join } from 'node:path';
import { installLocked } from '../support/locked-packages';
import { inRoot } from '../support/paths';

/** Build folder of the twin. */
export const TWIN = inRoot('build', 'twin');

/** A command that {@link installTools} has installed. */
export const twinBin = (name: string) => join(TWIN, 'node_modules', '.bin', name);

/**
 * Installs cdktn and the tools in the versions that it requires, once. They are separate from the library and from the development
 * dependencies, because cdktn needs another jsii-pacmak than the one that packs `cdktf-coffer`.
 */
export const installTools = (): Promise<void> => installLocked(inRoot('scripts/twin'), TWIN);
