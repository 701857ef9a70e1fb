import { createServer } from 'node:http';
import { Server } from '../../../../emulator/probe/server';
import { Session, type Step } from '../../../../emulator/probe/session';
import { listen } from '../../support/listen';

/** A response: its status, its body (a text is sent as it is), and its headers. */
export type Scripted = readonly [status: number, body?: unknown, headers?: Readonly<Record<string, string>>];

/** Responses by method and path, in the order of requests; the last one is repeated. */
export type Script = Readonly<Record<string, readonly Scripted[]>>;

/** A server that responds by a script, and the requests that it got, as `POST /secrets {"name":"x"}`. */
export async function serve(script: Script) {
  const requests: string[] = [];
  const counts = new Map<string, number>();
  const listener = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const { method, url = '', headers } = request;
    const key = headers['idempotency-key'] === undefined ? '' : ' with a key';
    const token = headers.authorization === 'Bearer token' ? '' : ` as ${headers.authorization ?? 'nobody'}`;
    requests.push(`${method} ${url}${body && ` ${body}`}${key}${token}`);
    const place = `${method} ${url}`;
    const responses = script[place] ?? [[404] as const];
    const count = counts.get(place) ?? 0;
    counts.set(place, count + 1);
    const [status, content = '', more = {}] = responses[Math.min(count, responses.length - 1)] ?? [500];
    response.writeHead(status, more).end(typeof content === 'string' ? content : JSON.stringify(content));
  });
  const server = new Server({
    baseUrl: `http://127.0.0.1:${await listen(listener)}`,
    token: 'token',
    timeoutMs: 30_000,
  });
  return { server, requests };
}

/** A session with a scripted server, whose objects have names that begin with `x-`. */
async function sessionWith(script: Script, limits: { objects?: number; polls?: number } = {}, others = ['two']) {
  const { server, requests } = await serve(script);
  const all = { objects: 4, polls: 3, pause: async () => requests.push('pause'), ...limits };
  return { session: new Session(server, 'one', others, 'x-', all, new AbortController().signal), server, requests };
}

/** What a step finds: for each knob that it says something of, the value, or `?`. */
export async function findingsOf(step: Step, ...args: Parameters<typeof sessionWith>) {
  const { session, requests } = await sessionWith(...args);
  await step.run(session);
  const said = session.findings.all().filter(({ says }) => says !== 'the probe does not look for this');
  const findings = Object.fromEntries(said.map((each) => [each.knob, each.known ? each.value : '?']));
  return { findings, requests, session };
}
