import type { ProviderNames } from '../provider';
import type { Platform } from './platforms';

/** The names from which the names of files are made, such as `random` and `hashicorp/random`. */
export type Names = Pick<ProviderNames, 'typeName' | 'source'>;

/** One version of a provider. */
export interface ProviderVersion extends Names {
  /** Without a `v`: `1.2.3`. */
  readonly version: string;
}

/** First part of the names of programs and release files, as registries and Terraform require it: `terraform-provider-random` for `hashicorp/random`. */
export const programPrefix = ({ source }: Pick<Names, 'source'>): string =>
  `terraform-provider-${source.slice(source.indexOf('/') + 1)}`;

/** Name of the program that Terraform starts; by default without the suffix of Windows. */
export const programName = (of: ProviderVersion, suffix: Platform['suffix'] = ''): string =>
  `${programPrefix(of)}_v${of.version}${suffix}`;

/** Name of the archive for one platform. */
export const archiveName = (of: ProviderVersion, { name }: Platform): string =>
  `${programPrefix(of)}_${of.version}_${name}.zip`;

/** Name of the file that tells registries the protocol of the provider. */
export const manifestName = (of: ProviderVersion): string => `${programPrefix(of)}_${of.version}_manifest.json`;

/** Name of the list with the SHA-256 of the manifest and every archive. */
export const sumsName = (of: ProviderVersion): string => `${programPrefix(of)}_${of.version}_SHA256SUMS`;
