import { join } from 'node:path';

/** Root of the checkout. */
export const ROOT = join(import.meta.dirname, '../..');

export const inRoot = (...parts: string[]) => join(ROOT, ...parts);

/** A command that npm installed for the project. */
export const bin = (name: string) => inRoot('node_modules', '.bin', name);
