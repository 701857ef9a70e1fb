import type { ProviderVersion } from './names';
import type { Platform } from './platforms';
import type { Entry } from './zip';

/** A release under construction: what registries and mirrors offer of one version. */
export interface Layout extends ProviderVersion {
  /** The single modification time of everything in its archives, in milliseconds since 1970. */
  readonly modifiedMs: number;
  /** Folder in which it is assembled; exists already. */
  readonly folder: string;
}

/** The provider for one platform: the files of its package, and the zip archive of them. */
export interface ProviderPackage {
  readonly platform: Platform;
  readonly files: readonly Entry[];
  readonly archiveName: string;
  readonly archive: Buffer;
}
