/** Names of ecosystems in OSV, by the type of a package URL. */
export const ECOSYSTEMS: Readonly<Record<string, string>> = {
  cargo: 'crates.io',
  golang: 'Go',
  maven: 'Maven',
  npm: 'npm',
  nuget: 'NuGet',
  pypi: 'PyPI',
};

/** Versions of Debian, whose advisories OSV keeps apart. */
export const DEBIAN: Readonly<Record<string, string>> = { bookworm: 'Debian:12', trixie: 'Debian:13' };
