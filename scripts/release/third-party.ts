import { readFile } from 'node:fs/promises';
import { type Bundled, noticesOf } from '../support/notices';
import { inRoot } from '../support/paths';
import type { Platform } from '../support/platforms';
import { BUN_VERSION } from './base-executable';
import { GLIBC_VERSION, type Glibc } from './glibc';

/** Commit of Bun as reported by `bun --revision`. */
const BUN_COMMIT = 'a7733435c';

/** Libraries statically linked into Bun, according to its own page about licences. */
export const BUN_LIBRARIES: readonly { name: string; license: string; only?: Platform['os'] }[] = [
  { name: 'JavaScriptCore and WebKit', license: 'LGPL-2.0-only' },
  { name: 'boringssl', license: 'several: OpenSSL, ISC and others' },
  { name: 'brotli', license: 'MIT' },
  { name: 'c-ares', license: 'MIT' },
  { name: 'ICU', license: 'Unicode-3.0' },
  { name: 'libarchive', license: 'several: BSD-2-Clause and others' },
  { name: 'libbase64', license: 'BSD-2-Clause' },
  { name: 'libdeflate', license: 'MIT' },
  { name: 'libuv', license: 'MIT', only: 'windows' },
  { name: 'lol-html', license: 'BSD-3-Clause' },
  { name: 'mimalloc', license: 'MIT' },
  { name: 'picohttpparser', license: 'MIT' },
  { name: 'simdutf', license: 'Apache-2.0' },
  { name: 'TigerBeetle, parts of its I/O', license: 'Apache-2.0' },
  { name: 'tinycc', license: 'LGPL-2.1-only' },
  { name: 'uSockets and uWebSockets', license: 'Apache-2.0' },
  { name: 'zlib-ng', license: 'Zlib' },
  { name: 'zstd', license: 'BSD-3-Clause' },
];

const HEAD = `Third-party notices

The program in this package contains the code of others, which this file names with their licences. Its own licence is in LICENSE.
`;

const BUN = `Bun ${BUN_VERSION} (MIT), the run-time of the program

Copyright (c) Oven and the contributors to Bun. Commit ${BUN_COMMIT}, source: https://github.com/oven-sh/bun

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the
"Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish,
distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to
the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF
MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR
ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH
THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.

Bun is linked with these libraries; https://bun.com/docs/project/license leads to the licence of each:

${BUN_LIBRARIES.map(({ name, license, only }) => `  ${name}: ${license}${only ? ` (${only})` : ''}\n`).join('')}
It also contains polyfills of Node's modules, all of them under MIT: acorn, acorn-walk, assert, browserify-zlib, buffer,
constants-browserify, crypto-browserify, domain-browser, events, https-browserify, os-browserify, path-browserify, process, punycode,
querystring-es3, stream-browserify, stream-http, string_decoder, timers-browserify, tty-browserify, url, util, vm-browserify.
`;

const relinking = (
  version: string,
) => `JavaScriptCore and WebKit (LGPL-2.0) and tinycc (LGPL-2.1): how to use changed versions

The program is linked statically with these libraries. You may change them and put the program together again. The release has what that
takes: terraform-provider-coffer_${version}_relink.zip holds the code of the program as Bun takes it, and a page with the commands.

Bun's source and how to build it: https://github.com/oven-sh/bun, commit ${BUN_COMMIT}; its WebKit: https://github.com/oven-sh/WebKit, at the
commit that WEBKIT_VERSION in Bun's scripts/build/deps/webkit.ts names.
`;

const glibcNotice = (
  copyright: string,
) => `GNU C Library ${GLIBC_VERSION} (LGPL-2.1 or later, parts under other licences), in the folder lib

The files are those of Debian's package libc6-amd64-cross or libc6-arm64-cross, unchanged. You may replace them by your own. Their source
is that of Debian's packages "glibc" and "cross-toolchain-base", at https://snapshot.debian.org/package/glibc/; for three years from this
release, the makers of this package will send it to whoever asks, for the price of sending.

${copyright}`;

/** The third-party notices of a provider package. */
export async function thirdPartyNotices(
  version: string,
  platform: Platform,
  packages: readonly Bundled[],
  glibc?: Glibc,
): Promise<string> {
  const licence = (name: string) => readFile(inRoot('scripts/release/licenses', `${name}.txt`), 'utf8');
  const [lgpl20, lgpl21] = await Promise.all([licence('LGPL-2.0'), licence('LGPL-2.1')]);
  const ofSystem = platform.os === 'linux' && glibc ? [glibcNotice(glibc.copyright)] : [];
  return noticesOf(packages, HEAD, BUN, relinking(version), ...ofSystem, lgpl20, lgpl21);
}

/** The page in the archive for relinking the program. */
export const relinkingPage = (
  version: string,
  flags: readonly string[],
) => `# terraform-provider-coffer ${version}, to be linked again

\`main.cjs\` is the code of the provider. Bun ${BUN_VERSION}, the run-time in the released programs, or your own changed one, makes a program of it:

    bun build ${flags.join(' ')} --target=TARGET --compile-executable-path=BUN --outfile=terraform-provider-coffer main.cjs

TARGET is \`bun-linux-x64\`, \`bun-linux-arm64\`, \`bun-darwin-x64\`, \`bun-darwin-arm64\`, \`bun-windows-x64\` or \`bun-windows-arm64\`; BUN is the program
of your Bun for that platform. In the released packages for Linux the program is \`lib/terraform-provider-coffer\`, in the others
\`terraform-provider-coffer_v${version}\`. A program for macOS has to be signed afterwards: \`codesign --force --sign - PROGRAM\`.
`;
