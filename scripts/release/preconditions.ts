import { readFile } from 'node:fs/promises';
import packageJson from '../../package.json';
import { inRoot, ROOT } from '../support/paths';
import { must } from '../support/run';
import { findToolChain } from '../support/tool-chains';

export interface Intended {
  readonly version: string;
  /** A trial may be made of an unfinished changelog and of a changed checkout. Nobody publishes it. */
  readonly trial?: boolean | undefined;
}

/** Tools that the packages of a release are built with. */
const TOOLS = ['Go', 'Python', 'Java'] as const;

/** Throws an error with a line for everything that would fail, or be regretted, after the minutes that a build takes. */
export async function requireReady({ version, trial }: Intended): Promise<void> {
  const always = [faultsOfVersion(version), faultsOfTools()];
  const changelog = await readFile(inRoot('CHANGELOG.md'), 'utf8');
  const published = trial ? [] : [faultsOfChangelog(changelog, version), faultsOfCheckout()];
  const reasons = (await Promise.all([...always, ...published])).flat().map((reason) => `- ${reason}`);
  if (reasons.length > 0) throw new Error(['The release was not begun:', ...reasons].join('\n'));
}

/** The version has to be that of the packages. */
export function faultsOfVersion(version: string): readonly string[] {
  if (version === packageJson.version) return [];
  return [
    `package.json has version ${packageJson.version}, not ${version}. Set VERSION in projenrc/names.ts, then npm run projen.`,
  ];
}

/** The changelog has to be finished: a section of the version, and nothing that is in none. */
export function faultsOfChangelog(changelog: string, version: string): readonly string[] {
  const faults: string[] = [];
  const unreleased = /^## Unreleased$([\s\S]*?)(?=^## |$(?![\s\S]))/m.exec(changelog)?.[1]?.trim();
  if (unreleased) {
    faults.push(
      `CHANGELOG.md has ${unreleased.match(/^- /gm)?.length ?? 0} entries under "## Unreleased". Give them the heading "## ${version} (date)".`,
    );
  }
  if (changelog.includes(`\n## ${version} (not released)\n`)) {
    faults.push(`CHANGELOG.md has the heading "## ${version} (not released)". Replace "not released" with the date.`);
  }
  try {
    releaseNotes(changelog, version);
  } catch (error) {
    faults.push(error instanceof Error ? error.message : String(error));
  }
  return faults;
}

/** A release is made of a commit. */
async function faultsOfCheckout(): Promise<readonly string[]> {
  const { stdout } = await must('git', ['status', '--porcelain'], { cwd: ROOT });
  const changed = stdout.split('\n').filter(Boolean);
  return changed.length === 0 ? [] : [`The checkout differs from its commit: ${changed.slice(0, 5).join(', ')}`];
}

async function faultsOfTools(): Promise<readonly string[]> {
  const found = await Promise.all(TOOLS.map(findToolChain));
  return found.flatMap(({ name, missing }) => (missing === undefined ? [] : [`${name} is missing: ${missing}`]));
}

/** The section of a changelog about a version, as the notes of its release. Throws if it is missing or empty. */
export function releaseNotes(changelog: string, version: string): string {
  const [, ...parts] = changelog.split(/^## /m);
  const part = parts.find((text) => text.split(/\s/, 1)[0] === version);
  const body = part?.slice(part.indexOf('\n')).trim();
  if (!body) throw new Error(`CHANGELOG.md says nothing under "## ${version}".`);
  return `# Coffer ${version}\n\n${body}\n`;
}
