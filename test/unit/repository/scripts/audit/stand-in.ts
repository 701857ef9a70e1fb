import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { inRoot } from '../../../../../scripts/support/paths';
import { listen } from '../../../support/listen';

interface Recorded {
  readonly affected: readonly {
    readonly package: { readonly ecosystem: string; readonly name: string };
    readonly versions?: readonly string[];
    readonly ranges?: readonly { readonly events: readonly { readonly introduced?: string }[] }[];
  }[];
}

interface Asked {
  readonly commit?: string;
  readonly package?: { readonly ecosystem: string; readonly name: string };
  readonly version?: string;
  readonly page_token?: string;
}

const FOLDER = inRoot('test/fixtures/advisories');
const RECORDED = readdirSync(FOLDER).map((name) => JSON.parse(readFileSync(`${FOLDER}/${name}`, 'utf8')) as Recorded);

/** A stand-in for OSV with a few advisories, one on each page. Returns its address. */
export function startOsv(): Promise<string> {
  return serve((asked) => {
    const found = RECORDED.filter(({ affected }) => affected.some((one) => isAbout(one, asked)));
    const page = Number(asked.page_token ?? 0);
    const next = page + 1 < found.length ? { next_page_token: String(page + 1) } : {};
    return { status: 200, text: JSON.stringify({ ...(found[page] && { vulns: [found[page]] }), ...next }) };
  });
}

const isAbout = (one: Recorded['affected'][number], { commit, package: asked, version = '' }: Asked): boolean =>
  commit === undefined
    ? one.package.ecosystem === asked?.ecosystem && one.package.name === asked.name && !!one.versions?.includes(version)
    : !!one.ranges?.some(({ events }) => events.some(({ introduced }) => introduced === commit));

/** A server for `POST /v1/query` until the test ends. */
export async function serve(respond: (asked: Asked) => { status: number; text: string }): Promise<string> {
  const server = createServer(async (request, response) => {
    const { status, text } = respond(JSON.parse(await textOf(request)) as Asked);
    response.writeHead(request.url === '/v1/query' ? status : 404).end(text);
  });
  return `http://127.0.0.1:${await listen(server)}`;
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of request) text += String(part);
  return text;
}
