import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../..');

export const inRoot = (...parts: string[]) => join(ROOT, ...parts);

export const bin = (name: string) => inRoot('node_modules', '.bin', name);

/** The compiler of TypeScript 7, which is a program and no library: jsii, and what reads our sources, use the one before. */
export const TSC = inRoot('node_modules/typescript-7/bin/tsc');
