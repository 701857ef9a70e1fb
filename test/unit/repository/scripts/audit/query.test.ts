import { expect, test } from 'vitest';
import { queryOf } from '../../../../../scripts/audit/query';
import { FILES } from '../../../../../scripts/audit/shipped';
import { faultsOfVex, type Vex } from '../../../../../scripts/release/vex';
import vex from '../../../../../security/vex.openvex.json';

const asked = (purl: string, version = '') => queryOf({ name: 'part', version, purl, where: 'x', product: 'y' });
const ofPackage = (ecosystem: string, name: string, version: string) => ({
  kind: ecosystem,
  body: { package: { ecosystem, name }, version },
});

test.each([
  ['pkg:npm/%40smithy/core@3.41.0', '', ofPackage('npm', '@smithy/core', '3.41.0')],
  ['pkg:npm/cdktf', '^0.21.0', ofPackage('npm', 'cdktf', '0.21.0')],
  ['pkg:pypi/jsii', '(<2.0.0,>=1.140.0)', ofPackage('PyPI', 'jsii', '1.140.0')],
  ['pkg:maven/com.hashicorp/cdktf@0.21.0', '', ofPackage('Maven', 'com.hashicorp:cdktf', '0.21.0')],
  [
    'pkg:golang/github.com/aws/jsii-runtime-go@v1.140.0',
    '',
    ofPackage('Go', 'github.com/aws/jsii-runtime-go', '1.140.0'),
  ],
  ['pkg:cargo/memchr@2.8.0', '', ofPackage('crates.io', 'memchr', '2.8.0')],
  [
    'pkg:github/sqlite/sqlite@version-3.54.1',
    '',
    ofPackage('GIT', 'https://github.com/sqlite/sqlite.git', 'version-3.54.1'),
  ],
  [
    'pkg:deb/debian/libc6@2.36-9%2Bdeb12u14?arch=amd64&distro=bookworm&upstream=glibc',
    '',
    ofPackage('Debian:12', 'glibc', '2.36-9+deb12u14'),
  ],
  [
    'pkg:deb/debian/libgcc-s1@12.2.0-14+deb12u1?arch=amd64&distro=bookworm&upstream=gcc-12@12.2.0-14+deb12u1',
    '',
    ofPackage('Debian:12', 'gcc-12', '12.2.0-14+deb12u1'),
  ],
])('%s %s is asked about', (purl, version, query) => {
  expect(asked(purl, version)).toEqual(query);
});

test('a commit is asked about without its repository, a part of one like the whole', () => {
  const commit = '0123456789abcdef0123456789abcdef01234567';

  expect(asked(`pkg:github/oven-sh/bun@${commit}#usockets`)).toEqual({ kind: 'commit', body: { commit } });
});

test.each([
  ['', '1.0'],
  ['pkg:generic/thing@1.0', ''],
  ['pkg:npm/thing', 'latest'],
  ['pkg:pypi/thing', '<2.0'],
  ['pkg:deb/debian/libc6@2.36?distro=sid', ''],
])('"%s" %s cannot be looked up', (purl, version) => {
  expect(() => asked(purl, version)).toThrow('cannot be looked up');
});

test('the published document says of each vulnerability why nobody is affected', () => {
  expect(faultsOfVex(vex as Vex)).toEqual([]);
  expect(new Set(vex.statements.flatMap(({ products }) => products.map((product) => product['@id'])))).toEqual(
    new Set([FILES]),
  );
});
