import type { Bundled } from '../../support/notices';
import type { Platform } from '../../support/platforms';
import { BUN_VERSION } from '../base-executable';
import { GLIBC_VERSION } from '../glibc';
import { BUN_LIBRARIES } from '../third-party';
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
export function runtimeComponents({ os, arch, basePackage }: Platform): readonly Component[] {
  const bun: Component = {
    type: 'platform',
    name: basePackage,
    version: BUN_VERSION,
    purl: `pkg:npm/${basePackage.replace('@', '%40')}@${BUN_VERSION}`,
    license: 'MIT',
  };
  const linked = BUN_LIBRARIES.filter(({ only }) => only === undefined || only === os).map(
    ({ name, license }): Component => ({ type: 'library', name, version: `of Bun ${BUN_VERSION}`, license }),
  );
  const glibc: Component = {
    type: 'library',
    name: 'glibc',
    version: GLIBC_VERSION,
    purl: `pkg:deb/debian/libc6-${arch}-cross@${GLIBC_VERSION}?arch=all`,
    license: 'LGPL-2.1-or-later',
  };
  return [bun, ...linked, ...(os === 'linux' ? [glibc] : [])];
}
