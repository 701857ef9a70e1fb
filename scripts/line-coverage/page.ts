/** Numbers of existing and of executed lines or branches. */
interface Count {
  readonly total: number;
  readonly covered: number;
}

/** Coverage of one file. */
export interface FileCoverage {
  /** Path from the root of the checkout. */
  readonly file: string;
  readonly lines: Count;
  readonly branches: Count;
}

/** The part of `docs/internals/quality.md` about coverage: a row for each folder. */
export function describeCoverage(files: readonly FileCoverage[], projects: readonly string[]): string {
  const folders = new Map<string, FileCoverage[]>();
  for (const file of [...files].sort(byFile)) {
    const folder = folderOf(file.file);
    folders.set(folder, [...(folders.get(folder) ?? []), file]);
  }
  const rows = [...folders]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([folder, inside]) => rowOf(folder, inside));
  return `## Coverage

\`npm run test:coverage\` runs tests that import what they test and counts the lines and branches that they execute; these figures are those of the projects
${projects.map((project) => `\`${project}\``).join(', ')}. What only a process of its own executes counts as not executed: entry points, and what the acceptance tests alone come by.
A line that is executed is not tested yet; [mutants](#mutants) tell that. \`build/coverage/index.html\` shows every line.

| Folder | Files | Lines | Executed | Branches | Executed |
| --- | --- | --- | --- | --- | --- |
${[...rows, rowOf('all', files)].join('\n')}
`;
}

/** `provider/client/proxy.ts` is in `provider/client`, `src/private/names.ts` in `src/private`. */
const folderOf = (file: string) => file.split('/').slice(0, -1).slice(0, 2).join('/');

const rowOf = (folder: string, files: readonly FileCoverage[]) =>
  `| ${folder} | ${files.length} | ${cells({ lines: sum(files, 'lines'), branches: sum(files, 'branches') })} |`;

const cells = ({ lines, branches }: Pick<FileCoverage, 'lines' | 'branches'>) =>
  `${lines.total} | ${percent(lines)} | ${branches.total} | ${percent(branches)}`;

const sum = (files: readonly FileCoverage[], part: 'lines' | 'branches'): Count => ({
  total: files.reduce((total, file) => total + file[part].total, 0),
  covered: files.reduce((total, file) => total + file[part].covered, 0),
});

/** Rounded down, so that 100 % means all. */
const percent = ({ total, covered }: Count) => (total === 0 ? '' : `${Math.floor((100 * covered) / total)} %`);

const byFile = (one: FileCoverage, other: FileCoverage) => (one.file < other.file ? -1 : 1);
