import { readdirSync } from 'node:fs';
import { inRoot } from '../support/paths';
import { compareVersions } from '../support/terraform';

/** Folder of the files from each release that later ones are compared with. */
export const RELEASES = inRoot('releases');

/** A kept file of a release. */
export const keptFile = (version: string, name: string) => inRoot('releases', version, name);

/** Kept versions, oldest first. */
export const keptVersions = (): string[] =>
  readdirSync(RELEASES, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort(compareVersions);
