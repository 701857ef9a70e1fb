import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { audit } from '../../../../../scripts/audit/audit';
import { osvAt } from '../../../../../scripts/audit/osv';
import { componentsOfList, componentsOfSboms, FILES, IMAGE } from '../../../../../scripts/audit/shipped';
import { faultsOfVex, type Vex } from '../../../../../scripts/release/vex';
import published from '../../../../../security/vex.openvex.json';
import { temporaryFolder } from '../../../support/temporary-folder';
import { serve, startOsv } from './stand-in';

const NOTHING: Vex = { statements: [] };
const component = (purl: string, where = 'provider', product = FILES) => ({
  name: 'part',
  version: '1',
  purl,
  where,
  product,
});
const LODASH = 'pkg:npm/lodash@4.17.20';
const ZOD = 'pkg:npm/zod@4.6.7';
const libc = (version: string) => `pkg:deb/debian/libc6@${version}?arch=amd64&distro=bookworm&upstream=glibc`;

test.each([
  ['of npm', LODASH, ['GHSA-29mw-wpgm-hmr9, CVE-2020-28500', 'GHSA-35jh-r3h4-6jhm, CVE-2021-23337']],
  ['of Debian, by its source package', libc('2.36-9%2Bdeb12u1'), ['DEBIAN-CVE-2023-4911, CVE-2023-4911']],
  ['by its commit', 'pkg:github/mruby/mruby@6879efc2c1596d11a6a6ad296f80063b558d5e0f', ['OSV-2020-744']],
  ['by its tag', 'pkg:github/curl/curl@curl-8_3_0', ['CVE-2023-38545']],
  ['that has none', libc('2.36-9%2Bdeb12u14'), []],
  ['whose only one was withdrawn', ZOD, []],
])('the advisories of a component %s are named, each once', async (_, purl, names) => {
  const faults = await audit([component(purl, 'one'), component(purl, 'two')], NOTHING, osvAt(await startOsv()));

  expect([...faults].sort()).toEqual(names.map((name) => expect.stringMatching(`^part 1 \\(one, two\\): ${name}: .+`)));
});

describe('a line in the VEX document', () => {
  const statement = (id: string, more: object = {}): Vex => ({
    statements: [
      {
        vulnerability: { name: 'CVE-2023-4911' },
        products: [{ '@id': FILES, subcomponents: [{ '@id': id }] }],
        status: 'not_affected',
        justification: 'vulnerable_code_not_in_execute_path',
        impact_statement: 'Nobody sets it.',
        ...more,
      },
    ],
  });
  const old = [component(libc('2.36-9%2Bdeb12u1'))];
  const FOUND = expect.stringContaining('CVE-2023-4911: Buffer overflow');

  test.each([
    ['settles the vulnerability', statement('pkg:deb/debian/libc6@2.36-9+deb12u1'), []],
    ['settles nothing in another version', statement('pkg:deb/debian/libc6@2.36-9+deb12u3'), [FOUND]],
    [
      'settles nothing while it is investigated',
      statement('pkg:deb/debian/libc6@2.36-9+deb12u1', { status: 'under_investigation' }),
      [FOUND],
    ],
    [
      'has to give a reason',
      statement('pkg:deb/debian/libc6@2.36-9+deb12u1', { impact_statement: undefined }),
      ['the statement about CVE-2023-4911 does not say why nobody is affected'],
    ],
  ])('%s', async (_, vex, faults) => {
    expect(await audit(old, vex, osvAt(await startOsv()))).toEqual(faults);
  });
});

test('a line about the files of a release settles nothing in the image', async () => {
  const vex = (product: string): Vex => ({
    statements: [
      {
        vulnerability: { name: 'CVE-2023-4911' },
        products: [{ '@id': product, subcomponents: [{ '@id': 'pkg:deb/debian/libc6@2.36-9+deb12u1' }] }],
        status: 'fixed',
      },
    ],
  });
  const both = [FILES, IMAGE].map((product) => component(libc('2.36-9+deb12u1'), product, product));
  const lookUp = osvAt(await startOsv());

  expect(await audit(both, vex(FILES), lookUp)).toEqual([expect.stringContaining(`(${IMAGE}): DEBIAN-CVE-2023-4911`)]);
  expect(await audit(both, vex(IMAGE), lookUp)).toEqual([expect.stringContaining(`(${FILES}): DEBIAN-CVE-2023-4911`)]);
});

describe('what is not known is a failure', () => {
  test.each([
    ['an error', { status: 503, text: 'try later' }, 'responded with 503'],
    ['what is no result', { status: 200, text: '<html>' }, 'with what is no result: <html>'],
  ])('a database that responds with %s', async (_, response, message) => {
    await expect(audit([component(ZOD)], NOTHING, osvAt(await serve(() => response)))).rejects.toThrow(message);
  });

  test('a database that cannot be reached', async () => {
    await expect(audit([component(ZOD)], NOTHING, osvAt('http://127.0.0.1:1'))).rejects.toThrow('cannot be reached');
  });

  test('a database that finds nothing in what is known to be vulnerable', async () => {
    const empty = osvAt(await serve(() => ({ status: 200, text: '{}' })));

    expect(await audit([component(ZOD)], NOTHING, empty)).toEqual([
      'The database finds nothing in what is known to be vulnerable: {"package":{"ecosystem":"npm","name":"lodash"},"version":"4.17.15"}.',
    ]);
  });

  test('a component that cannot be looked up, and none at all', async () => {
    const lookUp = osvAt(await startOsv());

    expect(await audit([component('pkg:generic/thing@1.0'), component(ZOD)], NOTHING, lookUp)).toEqual([
      'part 1 cannot be looked up: pkg:generic/thing@1.0.',
    ]);
    expect(await audit([], NOTHING, lookUp)).toEqual(['There is nothing to look up.']);
  });
});

test('a vulnerability in a bill of materials and in a list of an image is found', async () => {
  const folder = temporaryFolder();
  const bill = { components: [{ name: 'lodash', version: '4.17.20', purl: LODASH }] };
  await writeFile(join(folder, 'a.cdx.json'), JSON.stringify(bill));
  await writeFile(
    join(folder, 'image.txt'),
    'pkg:deb/debian/libc-bin@2.36-9+deb12u1?arch=amd64&distro=bookworm&upstream=glibc@2.36-9+deb12u1\n',
  );

  const components = [...(await componentsOfSboms(folder)), ...(await componentsOfList(join(folder, 'image.txt')))];
  const faults = await audit(components, NOTHING, osvAt(await startOsv()));

  expect(faults).toEqual([
    expect.stringContaining('lodash 4.17.20 (a.cdx.json): GHSA-'),
    expect.stringContaining('lodash 4.17.20 (a.cdx.json): GHSA-'),
    expect.stringContaining('debian/libc-bin 2.36-9+deb12u1'),
  ]);
});

test('the published document says of each vulnerability why nobody is affected', () => {
  expect(faultsOfVex(published as Vex)).toEqual([]);
});
