import { createServer, type IncomingMessage } from 'node:http';
import { listen } from '../../../support/listen';

interface Asked {
  readonly commit?: string;
  readonly package?: { readonly ecosystem: string; readonly name: string };
  readonly version?: string;
  readonly page_token?: string;
}

/** The ecosystem, name and versions of the package that an advisory is about, or the commit. */
type About = readonly string[];

const LODASH = ['npm', 'lodash', '4.17.15', '4.17.20'] as const;

/** Advisories as OSV has them, with what each is about. */
const RECORDED: readonly (readonly [advisory: object, about: About])[] = [
  [{ id: 'GHSA-29mw-wpgm-hmr9', summary: 'It takes quadratic time', aliases: ['CVE-2020-28500'] }, LODASH],
  [{ id: 'GHSA-35jh-r3h4-6jhm', summary: 'Command injection', aliases: ['CVE-2021-23337'] }, LODASH],
  [{ id: 'GHSA-xxxx-taken-back', summary: 'A mistake', withdrawn: '2024-01-02T00:00:00Z' }, ['npm', 'zod', '4.6.7']],
  [
    { id: 'DEBIAN-CVE-2023-4911', summary: 'Buffer overflow in the loader', upstream: ['CVE-2023-4911'] },
    ['Debian:12', 'glibc', '2.36-8', '2.36-9', '2.36-9+deb12u1'],
  ],
  [{ id: 'CVE-2023-38545', summary: 'Buffer overflow' }, ['GIT', 'https://github.com/curl/curl.git', 'curl-8_3_0']],
  [{ id: 'OSV-2020-744', summary: 'Double free' }, ['6879efc2c1596d11a6a6ad296f80063b558d5e0f']],
];

/** A stand-in for OSV with a few advisories, one on each page. Returns its address. */
export function startOsv(): Promise<string> {
  return serve((asked) => {
    const found = RECORDED.filter(([, about]) => isAbout(about, asked)).map(([advisory]) => advisory);
    const page = Number(asked.page_token ?? 0);
    const next = page + 1 < found.length ? { next_page_token: String(page + 1) } : {};
    return { status: 200, text: JSON.stringify({ ...(found[page] && { vulns: [found[page]] }), ...next }) };
  });
}

const isAbout = ([ecosystem, name, ...versions]: About, { commit, package: asked, version = '' }: Asked): boolean =>
  commit === undefined
    ? ecosystem === asked?.ecosystem && name === asked?.name && versions.includes(version)
    : ecosystem === commit;

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
