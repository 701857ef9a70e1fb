import { readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { describeCoverage, type FileCoverage } from './line-coverage/page';
import { withPart } from './rules/quality-page';
import { main } from './support/main';
import { bin, inRoot, ROOT } from './support/paths';
import { run } from './support/run';

/** The measured files; generated ones are left out. */
const SOURCE = ['framework/**/*.ts', 'provider/**/*.ts', 'emulator/**/*.ts', 'src/**/*.ts'];
const GENERATED = ['framework/protocol/generated/**', 'src/l1/**', '**/*.d.ts'];

/** Projects whose tests import the code under test: measured unless others are named. */
const PROJECTS = ['unit', 'enumerations', 'constructs', 'processes'];

/** Folder of the report; its `index.html` shows every line. */
const REPORT = 'build/coverage';

/**
 * Measures which lines and branches the tests execute: `npm run test:coverage`, or `npm run test:coverage -- unit` for one project.
 * Writes the result to `docs/internals/quality.md`.
 */
main(async () => {
  const asked = process.argv.slice(2);
  const projects = asked.length > 0 ? asked : PROJECTS;
  const args = [
    'run',
    ...projects.map((project) => `--project=${project}`),
    '--coverage.enabled',
    '--coverage.provider=v8',
    '--coverage.reportOnFailure',
    ...SOURCE.map((pattern) => `--coverage.include=${pattern}`),
    ...GENERATED.map((pattern) => `--coverage.exclude=${pattern}`),
    '--coverage.reporter=json-summary',
    '--coverage.reporter=html',
    `--coverage.reportsDirectory=${REPORT}`,
  ];
  const { code } = await run(bin('vitest'), args, { cwd: ROOT, inherit: true });
  process.exitCode = code;
  const { total: _, ...files } = JSON.parse(readFileSync(inRoot(REPORT, 'coverage-summary.json'), 'utf8')) as Record<
    string,
    Omit<FileCoverage, 'file'>
  >;
  const measured = Object.entries(files).map(([path, { lines, branches }]) => ({
    file: relative(ROOT, path),
    lines,
    branches,
  }));
  const page = inRoot('docs/internals/quality.md');
  writeFileSync(page, withPart(readFileSync(page, 'utf8'), describeCoverage(measured, projects)));
});
