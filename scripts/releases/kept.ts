import { readdirSync } from 'node:fs';
import { inRoot } from '../support/paths';
import { compareVersions } from '../support/terraform';

/** What of each release the next ones are compared with. */
export const RELEASES = inRoot('releases');

/** A file that is kept of a release. */
export const keptFile = (version: string, name: string) => inRoot('releases', version, name);

/** Versions that are kept, oldest first. */
export const keptVersions = (): string[] =>
  readdirSync(RELEASES, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort(compareVersions);
