import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compatibilityTable, type Outcome } from './compatibility/table';
import { fillRegions } from './emulator-docs/markdown';
import { temporaryFolder } from './support/folders';
import { main } from './support/main';
import { bin, inRoot, ROOT } from './support/paths';
import { run } from './support/run';

/** The part of vitest's `json` report that is used here. */
interface Report {
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      /** The command line, then the feature: `test/real/compatibility/on-each.ts`. */
      readonly ancestorTitles: readonly [cli: string, feature: string];
      readonly status: string;
    }[];
  }[];
}

/** Runs the compatibility tests on every installable command line, and writes their table into the guide: `npm run compatibility`. */
main(async () => {
  await using folder = await temporaryFolder('coffer-matrix-');
  const file = join(folder.path, 'report.json');
  const args = [
    'run',
    '--project=real',
    'test/real/compatibility',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ];
  const env = { COFFER_ALL_VERSIONS: '1', CI: 'true' };
  const { code } = await run(bin('vitest'), args, { cwd: ROOT, env, inherit: true });
  const report = JSON.parse(await readFile(file, 'utf8')) as Report;
  const compatibility = compatibilityTable(outcomesOf(report), new Date().toISOString().slice(0, 10));
  const guide = inRoot('docs/guides/compatibility.md');
  await writeFile(guide, fillRegions(await readFile(guide, 'utf8'), { compatibility: () => compatibility }));
  process.exitCode = code;
});

const outcomesOf = ({ testResults }: Report): Outcome[] =>
  testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .map(({ ancestorTitles: [cli, feature], status }) => ({ cli, feature, passed: status === 'passed' }));
