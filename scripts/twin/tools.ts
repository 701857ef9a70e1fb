import { join } from 'node:path';
import { installLocked } from '../support/locked-packages';
import { inRoot } from '../support/paths';

/** Where the twin is made. */
export const TWIN = inRoot('build', 'twin');

/** A command that {@link installTools} has installed. */
export const twinBin = (name: string) => join(TWIN, 'node_modules', '.bin', name);

/**
 * Installs cdktn and the tools of the versions that it asks for, once. They stand beside the library, and not among the development
 * dependencies, because cdktn wants another jsii-pacmak than the one that packs `cdktf-coffer`.
 */
export const installTools = (): Promise<void> => installLocked(inRoot('scripts/twin'), TWIN);
