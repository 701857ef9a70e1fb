import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { INSTALL_PAGES } from '../../../../scripts/generate-install-pages';
import { TARGETS } from '../../../../scripts/packages/chapters';
import { FOR_CDKTF, FOR_CDKTN } from '../../../../scripts/packages/library';
import { installFileOf, installPageOf, readmeOf } from '../../../../scripts/packages/readme';
import { parsePage } from '../docs/markdown';

test('each language has a page, and it is what `npm run generate` writes', () => {
  expect(readdirSync(INSTALL_PAGES).sort()).toEqual(TARGETS.map(installFileOf).sort());
  for (const target of TARGETS) {
    expect(readFileSync(join(INSTALL_PAGES, installFileOf(target)), 'utf8')).toBe(installPageOf(target));
  }
});

// test/real/examples types the commands of the packages' pages, and runs their programs.
test.each(TARGETS)('the page for %s says what the packages themselves say, for both frameworks', (target) => {
  const codes = (text: string) => parsePage('page.md', text).blocks.map(({ code }) => code);
  const page = installPageOf(target);
  const [forCdktn, forCdktf] = [FOR_CDKTN, FOR_CDKTF].map((library) => codes(readmeOf(library, target)));

  expect(codes(page)).toEqual(expect.arrayContaining(forCdktn ?? []));
  expect(codes(page)).toContain(forCdktf?.[0]);
  expect(page).toContain('1.11 or newer');
});
