import type { Query } from './query';

/** An advisory in the format of OSV (https://ossf.github.io/osv-schema/), as far as it is used. */
export interface Advisory {
  readonly id: string;
  readonly summary?: string;
  readonly aliases?: readonly string[];
  /** The advisories that one of a distribution is about. */
  readonly upstream?: readonly string[];
  readonly withdrawn?: string;
}

/** Every name of an advisory: its own, and those of others for the same flaw. */
export const namesOf = ({ id, aliases = [], upstream = [] }: Advisory): readonly string[] => [
  id,
  ...aliases,
  ...upstream,
];

/** Finds the advisories about what a query asks for. Throws unless the database has answered in full. */
export type LookUp = (query: Query) => Promise<readonly Advisory[]>;

interface Page {
  readonly vulns?: readonly Advisory[];
  readonly next_page_token?: string;
}

export function osvAt(address = 'https://api.osv.dev'): LookUp {
  return async ({ body }) => {
    const found: Advisory[] = [];
    let token: string | undefined;
    do {
      const page = await pageOf(`${address}/v1/query`, { ...body, ...(token && { page_token: token }) });
      found.push(...(page.vulns ?? []));
      token = page.next_page_token;
    } while (token);
    return found.filter(({ withdrawn }) => withdrawn === undefined);
  };
}

async function pageOf(url: string, body: object): Promise<Page> {
  const asked = JSON.stringify(body);
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: asked,
    signal: AbortSignal.timeout(30_000),
  }).catch((cause: unknown) => {
    throw new Error(`${url} cannot be reached for ${asked}.`, { cause });
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} responded with ${response.status} to ${asked}: ${text.slice(0, 200)}`);
  try {
    const page = JSON.parse(text) as Page | null;
    if (typeof page === 'object' && page !== null && !Array.isArray(page)) return page;
  } catch {
    // Said below.
  }
  throw new Error(`${url} responded to ${asked} with what is no result: ${text.slice(0, 200)}`);
}
