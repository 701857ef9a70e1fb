import { request } from 'node:http';
import { networkInterfaces } from 'node:os';
import { expect } from 'vitest';
import type { Emulator, EmulatorOptions } from '../../../../emulator';
import { start } from '../support';

/** What no page shows. */
const NOT_FOR_READERS = />[^<]*\b(?:undefined|NaN|\[object)\b|(?:title|aria-label)="\s*"/;

/** A page as it came over the wire. */
export interface Seen {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Somebody who visits the dashboard of one emulator by hand, without a browser: keeps the cookie, follows nothing. */
export class Visitor {
  cookie = '';
  /** Every page source that this visitor was sent. */
  readonly sources: string[] = [];

  /** `always`: headers of every request. */
  constructor(
    private readonly emulator: Pick<Emulator, 'dashboardUrl' | 'token'>,
    private readonly always: Readonly<Record<string, string>> = {},
  ) {}

  async get(path: string, headers: Record<string, string> = {}): Promise<Seen> {
    return this.#send(path, { headers });
  }

  /** Sends fields as a form; the session's proof is taken from a page unless it is among them. */
  async post(
    path: string,
    fields: Record<string, string | readonly string[]>,
    headers: Record<string, string> = {},
  ): Promise<Seen> {
    const pairs = Object.entries(fields).flatMap(([name, value]) =>
      [value].flat().map((each): [string, string] => [name, each]),
    );
    if (!('csrf' in fields) && this.cookie) pairs.push(['csrf', await this.csrf()]);
    return this.#send(path, { method: 'POST', body: new URLSearchParams(pairs), headers });
  }

  /** Sends a request whose response need not be a page; a form with a file where there is a body. */
  send(path: string, body?: FormData, headers: Record<string, string> = {}): Promise<Response> {
    return this.#fetch(path, { ...(body && { method: 'POST', body }), headers });
  }

  /** Sends a form and gives the page that it leads to. */
  async submit(path: string, fields: Record<string, string | readonly string[]>): Promise<Seen> {
    const response = await this.post(path, fields);
    const location = response.headers.get('location');
    return location ? this.get(location.replace('/dashboard', '')) : response;
  }

  async signIn(token = this.emulator.token): Promise<this> {
    const response = await this.post('/sign-in', { token });
    this.cookie = (response.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    return this;
  }

  /** The proof that stands in this session's forms. */
  async csrf(): Promise<string> {
    return hiddenField((await this.get('/journal')).text, 'csrf');
  }

  #fetch(path: string, init: RequestInit & { headers: Record<string, string> }): Promise<Response> {
    const headers = { ...(this.cookie && { cookie: this.cookie }), ...this.always, ...init.headers };
    return fetch(this.emulator.dashboardUrl + path, { ...init, headers, redirect: 'manual' });
  }

  async #send(path: string, init: RequestInit & { headers: Record<string, string> }): Promise<Seen> {
    const response = await this.#fetch(path, init);
    const text = await response.text();
    this.sources.push(text);
    if (response.headers.get('content-type')?.startsWith('text/html')) expect(text, path).not.toMatch(NOT_FOR_READERS);
    return { status: response.status, headers: response.headers, text };
  }
}

/** Value of a hidden field of a page. */
export function hiddenField(source: string, name: string): string {
  return new RegExp(`name="${name}" value="([^"]*)"`).exec(source)?.[1] ?? '';
}

/** An emulator with somebody signed in at its dashboard, and a client of its API. */
export async function visit(options: EmulatorOptions = {}) {
  const started = await start(options);
  return { ...started, visitor: await new Visitor(started.emulator).signIn() };
}

/** Somebody at another machine: by an address of this one that is not loopback, or where there is none as if by a proxy. */
export function visitorFromElsewhere({ dashboardUrl, token }: Emulator): Visitor {
  const found = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  const address = found.find(({ internal, family }) => !internal && family === 'IPv4')?.address;
  if (address === undefined) return new Visitor({ dashboardUrl, token }, { 'x-forwarded-for': '192.0.2.7' });
  return new Visitor({ dashboardUrl: dashboardUrl.replace('127.0.0.1', address), token });
}

/** Sends a form, or asks for a page, by a name that somebody else made resolve to this machine: DNS rebinding. */
export function sendByName(
  { dashboardUrl }: Emulator,
  path: string,
  headers: Record<string, string> = {},
  body?: string,
): Promise<number> {
  const { hostname, port } = new URL(dashboardUrl);
  const host = `evil.test:${port}`;
  const more =
    body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded', origin: `http://${host}` };
  return new Promise((resolve, reject) => {
    const sent = request({
      hostname,
      port,
      path: `/dashboard${path}`,
      method: body === undefined ? 'GET' : 'POST',
      headers: { host, ...more, ...headers },
    });
    sent.on('response', (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
