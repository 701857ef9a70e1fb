import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeLowLevel } from '../../../scripts/sources/low-level';
import { bin, inRoot } from '../../../scripts/support/paths';
import { must } from '../../../scripts/support/run';

const contents = (folder: string) =>
  Object.fromEntries(readdirSync(folder).map((file) => [file, readFileSync(join(folder, file), 'utf8')]));

test('the low-level constructs are what the generator makes of the provider’s schema', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'coffer-l1-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));

  await makeLowLevel();
  await must(bin('tsx'), [inRoot('scripts/generate-l1.ts'), folder]);

  expect(contents(folder)).toEqual(contents(inRoot('src/l1')));
  expect(readdirSync(folder)).toContain('bucket.ts');
});
