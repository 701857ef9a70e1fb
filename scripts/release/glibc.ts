import { execFileSync } from 'node:child_process';
import type { Platform } from '../support/platforms';
import { debianPackage } from './downloads';
import { untar } from './tar';
import type { Entry } from './zip';

/** Version of the C library in the linux packages, from Debian's packages for cross compilers, which are the same on every machine. */
export const GLIBC_VERSION = '2.36-8cross1';

const SOURCES = {
  amd64: {
    package: 'libc6-amd64-cross',
    integrity: 'sha256-5BDz0to1vM91eXbTjmownU2U0lwN/eVlqWYuP3WVGyw=',
    sha1: '9a34749a5398dfb7c76649a0eb920e95f682e194',
    folder: 'usr/x86_64-linux-gnu/lib',
    loader: 'ld-linux-x86-64.so.2',
  },
  arm64: {
    package: 'libc6-arm64-cross',
    integrity: 'sha256-kZNsu+51dxw2DtFlE/bnNKJcpVF/58PhPf14NddVMYY=',
    sha1: '15029a2e1fa00cfdf919ff2c73c81bfbbf57afbb',
    folder: 'usr/aarch64-linux-gnu/lib',
    loader: 'ld-linux-aarch64.so.1',
  },
} as const;

/** All its libraries that a compiled program needs, as shown by `ldd`. */
const LIBRARIES = ['libc.so.6', 'libdl.so.2', 'libm.so.6', 'libpthread.so.0'];

/** The C library for a package. */
export interface Glibc {
  /** Name of the loader, which loads the others. */
  readonly loader: string;
  /** The loader and the libraries. */
  readonly files: readonly Entry[];
  /** Debian's file about authors and licences. */
  readonly copyright: string;
}

export async function glibcFor({ arch }: Platform): Promise<Glibc> {
  const { package: name, integrity, sha1, folder, loader } = SOURCES[arch];
  const archive = await debianPackage(name, GLIBC_VERSION, integrity, sha1);
  const unpacked = untar(execFileSync('dpkg-deb', ['--fsys-tarfile', '-'], { input: archive, maxBuffer: 2 ** 28 }));
  const get = (path: string): Buffer => {
    const found = unpacked.find((entry) => entry.name === path);
    if (!found) throw new Error(`${name} ${GLIBC_VERSION} has no ${path}.`);
    return found.data;
  };
  const files = [loader, ...LIBRARIES].map((file) => ({
    name: file,
    data: get(`${folder}/${file}`),
    executable: file === loader,
  }));
  return { loader, files, copyright: get(`usr/share/doc/${name}/copyright`).toString() };
}
