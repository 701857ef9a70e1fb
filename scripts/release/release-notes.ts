/** The section of a changelog about a version, as the notes of its release. Throws if it is missing or empty. */
export function releaseNotes(changelog: string, version: string): string {
  const [, ...parts] = changelog.split(/^## /m);
  const part = parts.find((text) => text.split(/\s/, 1)[0] === version);
  const body = part?.slice(part.indexOf('\n')).trim();
  if (!body) throw new Error(`CHANGELOG.md says nothing under "## ${version}".`);
  return `# Coffer ${version}\n\n${body}\n`;
}
