import { existsSync } from 'node:fs';
import { inRoot } from '../support/paths';
import { makeCodecs } from './codecs';
import { makeEmulatorSources } from './emulator';
import { makeLowLevel } from './low-level';

/**
 * Makes the sources that are not in the tree, if they are not up to date: the codecs of the provider, the script and the sentences of the
 * emulator's pages, and the low-level constructs. `npm ci` does it, and so does every command that reads them: what they are made from may
 * have changed since. A clone from which the provider is removed gets no constructs, so that the framework and its tests need no provider.
 */
export async function makeSources(): Promise<void> {
  const made = [
    makeCodecs(),
    existsSync(inRoot('emulator')) && makeEmulatorSources(),
    existsSync(inRoot('provider')) && makeLowLevel(),
  ];
  await Promise.all(made);
}
