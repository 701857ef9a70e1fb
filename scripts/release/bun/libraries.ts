import type { Platform } from '../../../framework/packaging/platforms';
import { type Bundled, licenceText } from '../../support/notices';
import { BUN_VERSION } from '../base-executable';

/** Commit of Bun {@link BUN_VERSION}, and of everything that is part of its repository. */
export const BUN_COMMIT = 'a7733435cf40429e3b35c36072769df2052b80f1';

const WEBKIT_COMMIT = 'd6375c72affe0f70222cdcb45012b10f0bf3a9d5';

/** A library that is linked statically into Bun. */
export interface BunLibrary {
  readonly name: string;
  /** A release, else a commit. */
  readonly version: string;
  /** Package URL, with the repository that Bun takes it from. */
  readonly purl: string;
  /** Name in the National Vulnerability Database, if a release is known. */
  readonly cpe?: string;
  /** SPDX expression of the licence that we use it under, without OR. */
  readonly license: string;
  readonly copyright: string;
  /** Its name in Bun's `process.versions`. */
  readonly versionsKey?: string;
  /** Words in the program that come from it, for what `process.versions` leaves out. */
  readonly marker?: string;
  /** The platforms that have it; all of them by default. */
  readonly on?: readonly Platform['os'][];
}

type More = Partial<Omit<BunLibrary, 'name' | 'version' | 'license' | 'copyright'>>;

/** What comes before the number of a release in the tags of the libraries. */
const TAG = /^(version-|release-|v)/;

/** One of GitHub: `source` is OWNER/NAME@REF, a tag or a commit, which is the version unless that is in `more`. */
function github(
  name: string,
  source: string,
  license: string,
  copyright: string,
  more: More & { readonly version?: string } = {},
): BunLibrary {
  const version = source.replace(/^.*@/, '').replace(TAG, '');
  return { name, version, purl: `pkg:github/${source.toLowerCase()}`, license, copyright, ...more };
}

/** One whose code is in Bun's own repository. */
const inBun = (name: string, license: string, copyright: string, more: More = {}): BunLibrary =>
  github(name, `oven-sh/bun@${BUN_COMMIT}`, license, copyright, {
    purl: `pkg:github/oven-sh/bun@${BUN_COMMIT}#${name.toLowerCase()}`,
    ...more,
  });

const LITESPEED = 'Copyright (c) 2017 - 2026 LiteSpeed Technologies Inc';

/**
 * What Bun {@link BUN_VERSION} is linked with. Tests compare it with `process.versions` of that Bun and with the program; the weekly check
 * compares it with the list in Bun's repository, at {@link BUN_COMMIT} (`own-list.ts`).
 */
export const BUN_LIBRARIES: readonly BunLibrary[] = [
  github(
    'JavaScriptCore and WebKit',
    `oven-sh/WebKit@${WEBKIT_COMMIT}`,
    'LGPL-2.0-only AND BSD-2-Clause',
    'Copyright (C) 1998-2026 Apple Inc., the KDE project, Igalia S.L., Sony Interactive Entertainment Inc. and other contributors',
    { versionsKey: 'webkit' },
  ),
  github(
    'BoringSSL',
    'oven-sh/boringssl@fe703e9faa3bfd22b04eb192066856557b7e015c',
    'Apache-2.0 AND ISC AND MIT',
    'Copyright (c) the OpenSSL Project Authors, Eric Young, Tim Hudson, Google Inc., the fiat-crypto authors and other contributors',
    { versionsKey: 'boringssl' },
  ),
  github('brotli', 'google/brotli@v1.1.0', 'MIT', 'Copyright (c) 2009, 2010, 2013-2016 by the Brotli Authors.', {
    cpe: 'cpe:2.3:a:google:brotli:1.1.0:*:*:*:*:*:*:*',
    marker: 'BrotliDecompress',
  }),
  github(
    'c-ares',
    'c-ares/c-ares@0b88066f79ac9745d6819899f1794df91b73c873',
    'MIT',
    'Copyright (c) 1998 Massachusetts Institute of Technology\nCopyright (c) 2007 - 2026 Daniel Stenberg with many contributors',
    { versionsKey: 'ares' },
  ),
  github(
    'HdrHistogram_c',
    'HdrHistogram/HdrHistogram_c@be60a9987ee48d0abf0d7b6a175bad8d6c1585d1',
    'BSD-2-Clause',
    'Copyright (c) 2012, 2013, 2014 Gil Tene\nCopyright (c) 2014 Michael Barker\nCopyright (c) 2014 Matt Warren',
    { marker: 'createHistogram' },
  ),
  github(
    'Highway',
    'google/highway@2607d3b5b0113992fe84d3848859eae13b3b52c1',
    'BSD-3-Clause',
    'Copyright (c) The Highway Project Authors. All rights reserved.',
    { marker: 'highwayStringsForTesting' },
  ),
  github('ICU', 'unicode-org/icu@release-78.3', 'Unicode-3.0', 'Copyright © 2016-2026 Unicode, Inc.', {
    versionsKey: 'icu',
    cpe: 'cpe:2.3:a:icu-project:international_components_for_unicode:78.3:*:*:*:*:c\\/c\\+\\+:*:*',
    // On macOS the system's.
    on: ['linux', 'windows'],
  }),
  github(
    'libarchive',
    'libarchive/libarchive@27cbc7827172698143e440801fc0ba39ccb4f1f5',
    'BSD-2-Clause AND BSD-3-Clause',
    'Copyright (c) 2003-2018 Tim Kientzle and other authors\nCopyright (c) 1989, 1993 The Regents of the University of California',
    { versionsKey: 'libarchive' },
  ),
  inBun(
    'libbase64',
    'BSD-2-Clause',
    'Copyright (c) 2005-2007, Nick Galbreath\nCopyright (c) 2015-2018, Wojciech Muła\nCopyright (c) 2016-2017, Matthieu Darbois\n' +
      'Copyright (c) 2013-2022, Alfred Klomp',
  ),
  github(
    'libdeflate',
    'ebiggers/libdeflate@92e6a0db9fa848d742f9eb286c92afc60f2c3dda',
    'MIT',
    'Copyright 2016 Eric Biggers\nCopyright 2024 Google LLC',
    { versionsKey: 'libdeflate' },
  ),
  github(
    'libjpeg-turbo',
    'libjpeg-turbo/libjpeg-turbo@c85e6b905bf237038faa936dab160ebfc5da0344',
    'IJG AND BSD-3-Clause AND Zlib',
    'Copyright (C) 2009-2026 D. R. Commander. All rights reserved.\nCopyright (C) 2015 Viktor Szathmáry. All rights reserved.\n' +
      'Copyright (C) 1991-2020 Thomas G. Lane, Guido Vollbeding',
    {
      version: '3.2.0',
      cpe: 'cpe:2.3:a:libjpeg-turbo:libjpeg-turbo:3.2.0:*:*:*:*:*:*:*',
      marker: 'libjpeg-turbo version 3.2.0 (build bun)',
    },
  ),
  github(
    'libspng',
    'randy408/libspng@fb768002d4288590083a476af628e51c3f1d47cd',
    'BSD-2-Clause',
    'Copyright (c) 2018-2022, Randy',
    { version: '0.7.4', cpe: 'cpe:2.3:a:libspng:libspng:0.7.4:*:*:*:*:*:*:*', marker: 'libspng error' },
  ),
  github(
    'libuv',
    'libuv/libuv@8023581113b276e7c1aee3f82da57ca0893faab1',
    'MIT AND ISC',
    'Copyright (c) 2015-present libuv project contributors.\nCopyright Joyent, Inc. and other Node contributors.',
    { on: ['windows'] },
  ),
  github(
    'libwebp',
    'webmproject/libwebp@b7e29b9d75bd31422b00c2a446d49d7af06c328d',
    'BSD-3-Clause',
    'Copyright (c) 2010, Google Inc. All rights reserved.',
    { version: '1.6.0', cpe: 'cpe:2.3:a:webmproject:libwebp:1.6.0:*:*:*:*:*:*:*', marker: 'WebP' },
  ),
  github('llhttp', 'nodejs/llhttp@v9.4.4', 'MIT', 'Copyright Fedor Indutny, 2018.', {
    versionsKey: 'llhttp',
  }),
  github(
    'lol-html',
    'cloudflare/lol-html@725ce499aa9b71e38b7a2d0a9fbb6d7294a4079e',
    'BSD-3-Clause',
    'Copyright (C) 2019, Cloudflare, Inc. All rights reserved.',
    { versionsKey: 'lolhtml' },
  ),
  github('ls-hpack', 'litespeedtech/ls-hpack@cf0f70dd10b352194c97448eb5d00b4aa484f531', 'MIT', LITESPEED, {
    versionsKey: 'lshpack',
  }),
  github('ls-qpack', 'litespeedtech/ls-qpack@1e9c5b8e59f8161c54f168a570c8bfdc59ded0c3', 'MIT', LITESPEED, {
    marker: 'LSQUIC',
  }),
  github(
    'lsquic',
    'litespeedtech/lsquic@3181911301b1aa4f54c1ed690901abc674ee08fb',
    'MIT AND BSD-3-Clause',
    `${LITESPEED}\nCopyright (c) 2012 The Chromium Authors. All rights reserved.`,
    { marker: 'LSQUIC_LOG_SECRETS' },
  ),
  github(
    'mimalloc',
    'oven-sh/mimalloc@92ef6587c57b262f6e6abf513f7776a2f8d12aeb',
    'MIT',
    'Copyright (c) 2018-2026 Microsoft Corporation, Daan Leijen',
    { versionsKey: 'mimalloc' },
  ),
  github(
    'picohttpparser',
    'h2o/picohttpparser@f4d94b48b31e0abae029ebeafcfd9ca0680ede58',
    'MIT',
    'Copyright (c) 2009-2014 Kazuho Oku, Tokuhiro Matsuno, Daisuke Murase, Shigeo Mitsunari',
    { versionsKey: 'picohttpparser' },
  ),
  github(
    'rust-argon2',
    'sru-systems/rust-argon2@ed81866f163f0c7026aa6fd8388adf37242eb32a',
    'MIT',
    'Copyright (c) 2017 Martijn Rijkeboer',
    { version: '3.0.0', marker: 'argon2i$' },
  ),
  github('simdutf', `oven-sh/WebKit@${WEBKIT_COMMIT}`, 'MIT', 'Copyright 2020-2026 The simdutf authors', {
    purl: `pkg:github/oven-sh/webkit@${WEBKIT_COMMIT}#Source/WTF/wtf/simdutf`,
    marker: 'SIMDUTF_FORCE_IMPLEMENTATION',
  }),
  github(
    'SQLite',
    'sqlite/sqlite@version-3.54.1',
    'blessing',
    'The authors of SQLite dedicate it to the public domain.',
    { versionsKey: 'sqlite', cpe: 'cpe:2.3:a:sqlite:sqlite:3.54.1:*:*:*:*:*:*:*' },
  ),
  inBun('TigerBeetle', 'Apache-2.0', 'Copyright TigerBeetle, Inc.: parts of its input and output.'),
  github(
    'tinycc',
    'oven-sh/tinycc@05f0fafaa3be31e31d7b4b5c17dc60f62c991171',
    'LGPL-2.1-only',
    'Copyright (C) 2001-2026 Fabrice Bellard and other authors',
    { versionsKey: 'tinycc' },
  ),
  inBun('uSockets', 'Apache-2.0', 'Copyright (c) Alex Hultman and contributors, changed by Oven', {
    versionsKey: 'usockets',
  }),
  inBun('uWebSockets', 'Apache-2.0', 'Copyright (c) Alex Hultman and contributors, changed by Oven', {
    versionsKey: 'uwebsockets',
  }),
  github(
    'zlib-ng',
    'zlib-ng/zlib-ng@12731092979c6d07f42da27da673a9f6c7b13586',
    'Zlib',
    'Copyright (C) 1995-2024 Jean-loup Gailly and Mark Adler',
    { versionsKey: 'zlib' },
  ),
  github(
    'zstd',
    'facebook/zstd@f8745da6ff1ad1e7bab384bd1f9d742439278e99',
    'BSD-3-Clause',
    'Copyright (c) Meta Platforms, Inc. and affiliates. All rights reserved.',
    { versionsKey: 'zstd' },
  ),
];

/** Names in Bun's `process.versions` that stand for no library: Bun itself, interfaces, and tools that built it. */
export const NO_LIBRARIES: readonly string[] = [
  'bun',
  'modules',
  'napi',
  'node',
  'openssl',
  'typescript',
  'unicode',
  'uv',
  'v8',
  'zig',
];

export const bunLibraries = ({ os }: Pick<Platform, 'os'>): readonly BunLibrary[] =>
  BUN_LIBRARIES.filter(({ on }) => on === undefined || on.includes(os));

/** A library with the text of its licence, for the notices. */
export const withText = ({ name, version, license, copyright }: BunLibrary): Bundled => ({
  name,
  version,
  license,
  text: licenceText(license, copyright),
});

export const BUN: BunLibrary = {
  name: 'bun',
  version: BUN_VERSION,
  purl: `pkg:npm/bun@${BUN_VERSION}`,
  license: 'MIT',
  copyright: 'Copyright (c) Oven and the contributors to Bun',
};
