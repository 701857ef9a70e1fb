/** Names of ecosystems in OSV, by the type of a package URL. */
const ECOSYSTEMS: Readonly<Record<string, string>> = {
  cargo: 'crates.io',
  golang: 'Go',
  maven: 'Maven',
  npm: 'npm',
  nuget: 'NuGet',
  pypi: 'PyPI',
};

/** Versions of Debian, whose advisories OSV keeps apart. */
const DEBIAN: Readonly<Record<string, string>> = { bookworm: 'Debian:12', trixie: 'Debian:13' };

/** Something that ships, or that a package requires, with where it is. */
export interface Component {
  readonly name: string;
  readonly version: string;
  readonly purl?: string | undefined;
  readonly where: string;
  /** Package URL of what we publish with it. A statement about one product says nothing of the same component in another. */
  readonly product: string;
}

/** A question to OSV. Its kind says which part of the database has the answer. */
export interface Query {
  readonly kind: string;
  readonly body: object;
}

/** Throws unless a component has a package URL of a type that OSV knows. A requirement without a version in it counts as its lowest version. */
export function queryOf({ name, version, purl = '' }: Component): Query {
  const parts = /^pkg:(\w+)\/([^@?#]+)(?:@([^?#]+))?(?:\?([^#]+))?/.exec(purl);
  const [, type = '', path = '', pinned, qualifiers] = parts ?? [];
  const release = pinned === undefined ? lowestOf(version) : decodeURIComponent(pinned);
  const ecosystem = ECOSYSTEMS[type];
  if (release && ecosystem) return ofPackage(ecosystem, nameIn(type, decodeURIComponent(path)), release);
  if (release && type === 'github') return ofRepository(path, release);
  if (release && type === 'deb') return ofDebian(path, release, new URLSearchParams(qualifiers));
  throw new Error(`${name} ${version} cannot be looked up: ${purl || 'it has no package URL'}.`);
}

/** The lowest version that a requirement allows: the one after `>=`, `^`, `~=` or `[`, else the only one. */
function lowestOf(requirement: string): string | undefined {
  const [, lowest] = /(?:>=|\^|~=|~|==|\[)\s*(\d[^\s,)\]]*)/.exec(requirement) ?? [];
  return lowest ?? /^\d[^\s,)\]]*/.exec(requirement)?.[0];
}

const ofPackage = (ecosystem: string, name: string, version: string): Query => ({
  kind: ecosystem,
  body: { package: { ecosystem, name }, version: ecosystem === 'Go' ? version.replace(/^v/, '') : version },
});

const nameIn = (type: string, path: string): string => (type === 'maven' ? path.replace('/', ':') : path);

/** A commit is asked about as such; a tag with its repository. */
function ofRepository(path: string, ref: string): Query {
  if (/^[0-9a-f]{40}$/.test(ref)) return { kind: 'commit', body: { commit: ref } };
  return ofPackage('GIT', `https://github.com/${path}.git`, ref);
}

/** Debian's advisories are about source packages: `upstream=NAME[@VERSION]`. */
function ofDebian(path: string, version: string, qualifiers: URLSearchParams): Query {
  const distro = qualifiers.get('distro') ?? '';
  const ecosystem = DEBIAN[distro];
  if (!ecosystem)
    throw new Error(`${path} ${version} cannot be looked up: nobody says what number Debian "${distro}" has.`);
  const [source, sourceVersion] = (qualifiers.get('upstream') ?? path.replace('debian/', '')).split('@');
  // A space is what URLSearchParams makes of the plus in a version of Debian.
  return ofPackage(ecosystem, source ?? '', (sourceVersion ?? version).replaceAll(' ', '+'));
}
