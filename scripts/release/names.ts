import * as names from '../../framework/packaging/names';
import type { Platform } from '../../framework/packaging/platforms';
import { NAMES } from '../../projenrc/names';

/** Prefix of the file names of a release, and name of the compiled program. */
export const NAME = names.programPrefix(NAMES);

export const archiveName = (version: string, platform: Platform) => names.archiveName({ ...NAMES, version }, platform);

/** Name of the program in an archive that Terraform starts. */
export const programName = (version: string, { suffix }: Platform) => names.programName({ ...NAMES, version }, suffix);

export const manifestName = (version: string) => names.manifestName({ ...NAMES, version });

export const sumsName = (version: string) => names.sumsName({ ...NAMES, version });

export const signatureName = (version: string) => `${sumsName(version)}.sig`;

export const relinkName = (version: string) => `${NAME}_${version}_relink.zip`;

/** Public half of the signing key, in ASCII armour. */
export const SIGNING_KEY = 'signing-key.asc';

/** SHA-256 of every other file of the release, but for the signature of this one. */
export const CHECKSUMS = 'CHECKSUMS';

/** Detached signature of {@link CHECKSUMS}. */
export const CHECKSUMS_SIGNATURE = `${CHECKSUMS}.sig`;

/** The section of CHANGELOG.md about the version. */
export const RELEASE_NOTES = 'RELEASE_NOTES.md';

/** The statements about vulnerabilities in components, in the format of OpenVEX. */
export const VEX = 'vex.openvex.json';

/** The same in the repository. */
export const VEX_SOURCE = `security/${VEX}`;
