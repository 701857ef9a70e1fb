import type { Platform } from '../../framework/packaging/platforms';
import { type Bundled, licenceText, noticesOf } from '../support/notices';
import { BUN_VERSION } from './base-executable';
import { BUN, BUN_COMMIT, bunLibraries, withText } from './bun/libraries';
import { GLIBC, type Glibc } from './glibc';

const HEAD = `Third-party notices

The program in this package contains the code of others, which this file names with their licences. Its own licence is in LICENSE.
`;

/** Packages for Node's modules that Bun's program embeds, under MIT like itself. */
const POLYFILLS = `Bun ${BUN_VERSION}, the run-time of the program, is made from commit ${BUN_COMMIT} of https://github.com/oven-sh/bun. It embeds
these polyfills of Node's modules, each under the licence of Bun: acorn, acorn-walk, assert, browserify-zlib, buffer, constants-browserify,
crypto-browserify, domain-browser, events, https-browserify, os-browserify, path-browserify, process, punycode, querystring-es3,
stream-browserify, stream-http, string_decoder, timers-browserify, tty-browserify, url, util, vm-browserify.
`;

const relinking = (
  version: string,
) => `JavaScriptCore and WebKit (LGPL-2.0) and tinycc (LGPL-2.1): how to use changed versions

The program is linked statically with these libraries. You may change them and put the program together again. The release has what that
takes: terraform-provider-coffer_${version}_relink.zip holds the code of the program as Bun takes it, and a page with the commands.

Bun's source and how to build it: https://github.com/oven-sh/bun, commit ${BUN_COMMIT}; its WebKit and tinycc:
https://github.com/oven-sh/WebKit and https://github.com/oven-sh/tinycc, at the commits below.
`;

const glibcNotice = (copyright: string): Bundled => ({
  ...GLIBC,
  text: licenceText(
    GLIBC.license,
    `The GNU C Library, in the folder lib: files of Debian's package libc6, unchanged. You may replace them by your own. Debian's source package
"glibc" has their source, at https://snapshot.debian.org/package/glibc/; for three years from this release, the makers of this package will
send it to whoever asks, for the price of sending.

${copyright.trim()}`,
  ),
});

/** The third-party notices of a provider package: a section for each component of its bill of materials. */
export function thirdPartyNotices(
  version: string,
  platform: Platform,
  packages: readonly Bundled[],
  glibc?: Glibc,
): string {
  const runtime = [BUN, ...bunLibraries(platform)].map(withText);
  const ofSystem = glibc ? [glibcNotice(glibc.copyright)] : [];
  return noticesOf([...ofSystem, ...runtime, ...packages], HEAD, POLYFILLS, relinking(version));
}

export const relinkingPage = (
  version: string,
  flags: readonly string[],
) => `# terraform-provider-coffer ${version}, to be linked again

\`main.mjs\` is the code of the provider. Bun ${BUN_VERSION}, the run-time in the released programs, or your own changed one, makes a program of it:

    bun build ${flags.join(' ')} --target=TARGET --compile-executable-path=BUN --outfile=terraform-provider-coffer main.mjs

TARGET is \`bun-linux-x64\`, \`bun-linux-arm64\`, \`bun-darwin-x64\`, \`bun-darwin-arm64\`, \`bun-windows-x64\` or \`bun-windows-arm64\`; BUN is the program
of your Bun for that platform. In the released packages for Linux the program is \`lib/terraform-provider-coffer\`, in the others
\`terraform-provider-coffer_v${version}\`. A program for macOS has to be signed afterwards: \`codesign --force --sign - PROGRAM\`.

The \`.deb\` files are Debian's packages that the C library in the folder lib of the linux packages comes from. To build this release again when
Debian's mirrors have dropped them, put them into \`~/.cache/coffer/downloads\`.
`;
