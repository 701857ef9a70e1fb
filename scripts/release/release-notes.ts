import { readFile } from 'node:fs/promises';
import { inRoot } from '../support/paths';

/** The section of CHANGELOG.md about a version. Throws if it is missing or empty. */
export async function releaseNotes(version: string): Promise<string> {
  const changelog = await readFile(inRoot('CHANGELOG.md'), 'utf8');
  const [, ...parts] = changelog.split(/^## /m);
  const part = parts.find((text) => text.split(/\s/, 1)[0] === version);
  const body = part?.slice(part.indexOf('\n')).trim();
  if (!body) throw new Error(`CHANGELOG.md says nothing under "## ${version}".`);
  return `# Coffer ${version}\n\n${body}\n`;
}
