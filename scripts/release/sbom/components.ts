import type { Platform } from '../../../framework/packaging/platforms';
import type { Bundled } from '../../support/notices';
import { BUN, bunLibraries } from '../bun/libraries';
import { GLIBC } from '../glibc';
import type { Component } from './cyclonedx';

/** An npm package in a bundle. */
export const bundledComponent = ({ name, version, license }: Bundled): Component => ({
  type: 'library',
  name,
  version,
  purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
  license,
});

/**
 * Components of a compiled program other than the bundle: the runtime, the libraries linked into it, and the C library of linux
 * packages.
 */
export function runtimeComponents(platform: Platform): readonly Component[] {
  const linked = bunLibraries(platform).map(
    ({ name, version, purl, cpe, license }): Component => ({
      type: 'library',
      name,
      version,
      purl,
      license,
      ...(cpe && { cpe }),
    }),
  );
  const { name, version, purl, license } = BUN;
  const bun: Component = { type: 'platform', name, version, purl, license };
  return [bun, ...linked, ...(platform.os === 'linux' ? [glibcComponent(platform)] : [])];
}

const glibcComponent = ({ arch }: Platform): Component => ({
  type: 'library',
  ...GLIBC,
  purl: `pkg:deb/debian/libc6@${encodeURIComponent(GLIBC.version)}?arch=${arch}&distro=bookworm&upstream=${GLIBC.name}`,
});
