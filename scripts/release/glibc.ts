import { execFileSync } from 'node:child_process';
import type { Platform } from '../../framework/packaging/platforms';
import type { Glibc as PackagedGlibc } from '../../framework/packaging/program-files';
import { untar } from '../../framework/packaging/tar';
import type { Entry } from '../../framework/packaging/zip';
import { debianFile, debianPackage } from './downloads';

/** The C library in the linux packages: Debian's, as its security updates left it. The weekly check says when there is a newer one. */
export const GLIBC = { name: 'glibc', version: '2.36-9+deb12u14', license: 'LGPL-2.1-or-later' } as const;

const PACKAGE = 'libc6';

const SOURCES = {
  amd64: {
    integrity: 'sha256-uk+I9z28OukFXzwg9FI7/brxrRP/leJYkk930gtPvt8=',
    sha1: 'c534c6c7f912b61ca26b7cf4082235a0343b8751',
    folder: 'lib/x86_64-linux-gnu',
    loader: 'ld-linux-x86-64.so.2',
  },
  arm64: {
    integrity: 'sha256-AfQzBxn9T2VYDhbqWgUn83L8p1Do9YjSberwny07HPQ=',
    sha1: '85af57bf1f9fa075163e51c99d9536154c21ab7e',
    folder: 'lib/aarch64-linux-gnu',
    loader: 'ld-linux-aarch64.so.1',
  },
} as const;

/** All its libraries that a compiled program needs, as shown by `ldd`. */
const LIBRARIES = ['libc.so.6', 'libdl.so.2', 'libm.so.6', 'libpthread.so.0'];

export interface Glibc extends PackagedGlibc {
  /** Debian's file about authors and licences. */
  readonly copyright: string;
}

/** The hash of that package, as lock files write it. */
export const glibcIntegrity = ({ arch }: Pick<Platform, 'arch'>): string => SOURCES[arch].integrity;

/** The Debian package that the files come from, as it is published with the release. */
export async function glibcPackage({ arch }: Pick<Platform, 'arch'>): Promise<Entry> {
  const { integrity, sha1 } = SOURCES[arch];
  const named = { name: PACKAGE, version: GLIBC.version, arch };
  return { name: debianFile(named), data: await debianPackage(named, integrity, sha1) };
}

export async function glibcFor(platform: Platform): Promise<Glibc> {
  const { folder, loader } = SOURCES[platform.arch];
  const { name, data: archive } = await glibcPackage(platform);
  const unpacked = untar(execFileSync('dpkg-deb', ['--fsys-tarfile', '-'], { input: archive, maxBuffer: 2 ** 28 }));
  const get = (path: string): Buffer => {
    const found = unpacked.find((entry) => entry.name === path);
    if (!found) throw new Error(`${name} has no ${path}.`);
    return found.data;
  };
  const files = [loader, ...LIBRARIES].map((file) => ({
    name: file,
    data: get(`${folder}/${file}`),
    executable: file === loader,
  }));
  return { loader, files, copyright: get(`usr/share/doc/${PACKAGE}/copyright`).toString() };
}
