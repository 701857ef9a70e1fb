import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { bundleProvider } from '../../../framework/packaging/bundle';
import { temporaryFolder } from '../../support/temporary-folder';

it('a folder may be relative, and code sees the name of the program in place of its file', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'main.ts'), 'export const file: string = __filename;\n');

  const { text, inputs } = await bundleProvider(
    { folder: relative(process.cwd(), folder), main: 'main.ts' },
    { typeName: 'notes' },
  );

  expect(text).toContain('terraform-provider-notes');
  expect(Object.keys(inputs)).toEqual(['main.ts']);
});
