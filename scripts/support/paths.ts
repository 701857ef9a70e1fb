import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../..');

export const inRoot = (...parts: string[]) => join(ROOT, ...parts);

export const bin = (name: string) => inRoot('node_modules', '.bin', name);
