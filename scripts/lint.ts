import { mkdir, writeFile } from 'node:fs/promises';
import { importDirections } from '../projenrc/import-directions';
import { makeSources } from './sources/sources';
import { main } from './support/main';
import { bin, inRoot, ROOT, TSC } from './support/paths';
import { run } from './support/run';

/** The rules for dependency-cruiser, as the file that it reads. */
const DIRECTIONS = inRoot('build/import-directions.json');

/** Runs every check of the text: format and lint rules, types, import directions, and what the repository says about itself. Reports after all have run. */
const checks: readonly (readonly [name: string, command: string, args: readonly string[]])[] = [
  ['format and lint rules', bin('biome'), ['check', '--error-on-warnings']],
  ['types', TSC, ['-p', 'tsconfig.code.json']],
  ['types of code for browsers', TSC, ['-p', 'tsconfig.browser.json']],
  ['types of what uses the construct library', TSC, ['-p', 'tsconfig.constructs.json']],
  ['types of the construct library', TSC, ['-p', 'tsconfig.json', '--noEmit']],
  ['types of the project definition', TSC, ['-p', 'projenrc/tsconfig.json']],
  [
    'import directions',
    bin('depcruise'),
    ['--config', DIRECTIONS, 'bench', 'contract', 'framework', 'provider', 'emulator', 'src', 'scripts', 'examples'],
  ],
  ['pages, links, rules and tools', bin('vitest'), ['run', '--project', 'unit', 'test/unit/repository']],
];

main(async () => {
  await makeSources();
  await mkdir(inRoot('build'), { recursive: true });
  await writeFile(DIRECTIONS, JSON.stringify(importDirections));
  let failed = 0;
  for (const [name, command, args] of checks) {
    const { code, output } = await run(command, args, { cwd: ROOT });
    console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${name}`);
    if (code === 0) continue;
    failed += 1;
    console.log(output);
  }
  process.exitCode = failed === 0 ? 0 : 1;
});
