import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const ROOT = resolve(__dirname, '../..');

const contents = (folder: string) =>
  Object.fromEntries(readdirSync(folder).map((file) => [file, readFileSync(join(folder, file), 'utf8')]));

test('the low-level constructs are what the generator makes of the provider’s schema', () => {
  const folder = mkdtempSync(join(tmpdir(), 'coffer-l1-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));

  const generator = join(ROOT, 'scripts/generate-l1.ts');
  execFileSync(process.execPath, ['--import', 'tsx', generator, folder], { cwd: ROOT });

  expect(contents(folder)).toEqual(contents(join(ROOT, 'src/l1')));
});
