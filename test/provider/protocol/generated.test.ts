import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');
const committed = join(root, 'provider/protocol/generated');

it('the codecs are those of the .proto as it is now', () => {
  const folder = mkdtempSync(join(tmpdir(), 'coffer-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));

  execFileSync(join(root, 'node_modules/.bin/tsx'), [join(root, 'scripts/generate-protocol.ts'), folder], {
    cwd: root,
  });

  const files = (of: string) =>
    readdirSync(of, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  expect(
    files(folder)
      .map(({ name }) => name)
      .sort(),
  ).toEqual(
    files(committed)
      .map(({ name }) => name)
      .sort(),
  );
  for (const { parentPath, name } of files(committed)) {
    const fresh = join(parentPath, name).replace(committed, folder);
    expect(readFileSync(fresh, 'utf8') === readFileSync(join(parentPath, name), 'utf8'), name).toBe(true);
  }
});
