import { faultsOfVex, type Vex } from '../release/vex';
import { type Advisory, type LookUp, namesOf } from './osv';
import { type Component, type Query, queryOf } from './query';

/** Something known to be vulnerable for each kind of query: a database that finds nothing there lacks that part, or our questions are wrong. */
const KNOWN: readonly Query[] = [
  { kind: 'commit', body: { commit: '6879efc2c1596d11a6a6ad296f80063b558d5e0f' } },
  ...(
    [
      ['crates.io', 'time', '0.1.43'],
      ['Debian:12', 'glibc', '2.36-8'],
      ['GIT', 'https://github.com/curl/curl.git', 'curl-8_3_0'],
      ['Go', 'golang.org/x/text', '0.3.5'],
      ['Maven', 'org.apache.logging.log4j:log4j-core', '2.14.1'],
      ['npm', 'lodash', '4.17.15'],
      ['NuGet', 'Newtonsoft.Json', '12.0.1'],
      ['PyPI', 'jinja2', '2.4.1'],
    ] as const
  ).map(([ecosystem, name, version]) => ({
    kind: ecosystem,
    body: { package: { ecosystem, name }, version },
  })),
];

/**
 * Looks up every component, and says which known vulnerabilities a published VEX document does not settle. What cannot be looked up, and
 * whatever makes the result doubtful, is a fault, too. Throws if the database does not answer.
 */
export async function audit(components: readonly Component[], vex: Vex, lookUp: LookUp): Promise<readonly string[]> {
  const faults: string[] = [...faultsOfVex(vex)];
  const asked = new Map<string, { query: Query; about: Component[] }>();
  for (const component of components) {
    try {
      const query = queryOf(component);
      const key = JSON.stringify(query.body);
      const known = asked.get(key) ?? { query, about: [] };
      known.about.push(component);
      asked.set(key, known);
    } catch (error) {
      faults.push(error instanceof Error ? error.message : String(error));
    }
  }
  if (asked.size === 0) return [...faults, 'There is nothing to look up.'];
  const queries = [...asked.values()];
  faults.push(...(await faultsOfDatabase(new Set(queries.map(({ query }) => query.kind)), lookUp)));
  for (const { query, about } of queries) {
    for (const advisory of await lookUp(query)) {
      const open = about.filter((component) => !isSettled(vex, advisory, component));
      const [first] = open;
      if (!first) continue;
      const where = [...new Set(open.map((component) => component.where))].join(', ');
      const names = namesOf(advisory).join(', ');
      faults.push(`${first.name} ${first.version} (${where}): ${names}: ${advisory.summary ?? 'no summary'}`);
    }
  }
  return faults;
}

async function faultsOfDatabase(kinds: ReadonlySet<string>, lookUp: LookUp): Promise<readonly string[]> {
  const faults = [...kinds].map(async (kind) => {
    const known = KNOWN.find((query) => query.kind === kind);
    if (!known) return [`Nothing vulnerable is known in ${kind} to try the database with.`];
    if ((await lookUp(known)).length > 0) return [];
    return [`The database finds nothing in what is known to be vulnerable: ${JSON.stringify(known.body)}.`];
  });
  return (await Promise.all(faults)).flat();
}

/** Whether a document settles an advisory about a component of a product, in exactly its version. An investigation settles nothing. */
function isSettled({ statements }: Vex, advisory: Advisory, { purl = '', product }: Component): boolean {
  const names = namesOf(advisory);
  const id = withoutQualifiers(purl);
  return statements.some(
    ({ vulnerability: { name, aliases = [] }, status, products }) =>
      status !== 'under_investigation' &&
      [name, ...aliases].some((alias) => names.includes(alias)) &&
      products.some(
        ({ '@id': of, subcomponents = [] }) =>
          of === product && subcomponents.some((component) => withoutQualifiers(component['@id']) === id),
      ),
  );
}

const withoutQualifiers = (purl: string): string => decodeURIComponent(purl.replace(/[?#].*$/, ''));
