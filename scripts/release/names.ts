import type { Platform } from '../support/platforms';

/** Prefix of the file names of a release, as required by the registries of Terraform and OpenTofu. */
export const NAME = 'terraform-provider-coffer';

/** Address of the provider in any registry. */
export const NAMESPACE = 'coffer/coffer';

export const archiveName = (version: string, { name }: Platform) => `${NAME}_${version}_${name}.zip`;

/** Name of the program in an archive that Terraform starts. */
export const programName = (version: string, { suffix }: Platform) => `${NAME}_v${version}${suffix}`;

export const manifestName = (version: string) => `${NAME}_${version}_manifest.json`;

export const sumsName = (version: string) => `${NAME}_${version}_SHA256SUMS`;

export const signatureName = (version: string) => `${sumsName(version)}.sig`;

export const relinkName = (version: string) => `${NAME}_${version}_relink.zip`;

/** Public half of the signing key, in ASCII armour. */
export const SIGNING_KEY = 'signing-key.asc';

/** SHA-256 of every other file of the release. */
export const CHECKSUMS = 'CHECKSUMS';

/** The section of CHANGELOG.md about the version. */
export const RELEASE_NOTES = 'RELEASE_NOTES.md';
