import type { Platform } from '../support/platforms';

/** Names of the files of a release, as the registries of Terraform and OpenTofu want them. */
export const NAME = 'terraform-provider-coffer';

/** Where the provider stands in any registry. */
export const NAMESPACE = 'coffer/coffer';

export const archiveName = (version: string, { name }: Platform) => `${NAME}_${version}_${name}.zip`;

/** The program in an archive that Terraform starts. */
export const programName = (version: string, { suffix }: Platform) => `${NAME}_v${version}${suffix}`;

export const manifestName = (version: string) => `${NAME}_${version}_manifest.json`;

export const sumsName = (version: string) => `${NAME}_${version}_SHA256SUMS`;

export const signatureName = (version: string) => `${sumsName(version)}.sig`;

export const relinkName = (version: string) => `${NAME}_${version}_relink.zip`;

/** The public half of the key that signed, in ASCII armour. */
export const SIGNING_KEY = 'signing-key.asc';

/** SHA-256 of every other file of the release. */
export const CHECKSUMS = 'CHECKSUMS';

/** What CHANGELOG.md says of the version. */
export const RELEASE_NOTES = 'RELEASE_NOTES.md';
