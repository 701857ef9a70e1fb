import { readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { TWIN_LIBRARY } from '../../../scripts/constructs/twin';
import { inRoot, TSC } from '../../../scripts/support/paths';
import { run } from '../../../scripts/support/run';
import { allPages, codeOf } from '../../unit/repository/docs/markdown';
import { temporaryFolder } from '../../unit/support/temporary-folder';

/** Examples of the guide and of the first page, with the imports and names of `rosetta/stack.ts-fixture` unless they are whole programs. */
const examples = allPages()
  .filter(({ path }) => /^(README|docs\/constructs\/[\w-]+)\.md$/.test(path))
  .flatMap((page) =>
    codeOf(page, 'ts').map((code, index) => ({ file: `${page.path.replace(/\W/g, '-')}-${index}.ts`, code })),
  );

it('every example of the guide of the constructs, and of the first page, compiles with the library for CDK Terrain', async () => {
  const folder = temporaryFolder();
  await symlink(inRoot('node_modules'), join(folder, 'node_modules'));
  const fixture = await readFile(join(TWIN_LIBRARY, 'rosetta/stack.ts-fixture'), 'utf8');
  for (const { file, code } of examples) {
    const whole = code.startsWith('import ') ? code : fixture.replace('/// here', () => `{\n${code}}\n`);
    await writeFile(join(folder, file), `${whole}\nexport {};\n`);
  }
  const compilerOptions = {
    paths: { 'cdktn-coffer': [join(TWIN_LIBRARY, 'src')] },
    typeRoots: [inRoot('node_modules/@types')],
    noUnusedLocals: false,
  };
  const settings = { extends: inRoot('tsconfig.constructs.json'), compilerOptions, include: ['*.ts'] };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(settings));

  const { output } = await run(TSC, ['-p', folder], { cwd: folder });

  expect(examples.length).toBeGreaterThan(20);
  expect(output).toBe('');
});
