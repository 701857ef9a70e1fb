import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { Target } from '../../../support/workspace';
import { listen } from '../../../unit/support/listen';

const MINUTES = 5;

/**
 * Gives out tokens that end soon, as CI systems and OAuth servers do, and stands before a service that takes no other ones. Its clock moves on by five
 * minutes after so many requests to the service, which ends all tokens.
 */
export async function startIssuer(service: Target, requestsPerToken = Number.POSITIVE_INFINITY) {
  const key = randomUUID();
  /** Everything secret that it gave out. */
  const given: string[] = [];
  const agent = `request-token-${randomUUID()}`;
  let nowMs = Date.now();
  let requests = 0;
  let exchanges = 0;
  let rejected = 0;

  const sign = (text: string) => createHmac('sha256', key).update(text).digest('base64url');
  const issue = (audience: string): string => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const claims = { aud: audience, jti: randomUUID(), exp: Math.floor(nowMs / 1000) + MINUTES * 60 };
    const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`;
    given.push(`${text}.${sign(text)}`);
    return `${text}.${sign(text)}`;
  };
  const isValid = (token: string, audience: string): boolean => {
    const [header = '', claims = '', signature] = token.split('.');
    if (sign(`${header}.${claims}`) !== signature) return false;
    const { aud, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { aud: string; exp: number };
    return aud === audience && exp * 1000 > nowMs;
  };
  const bearerOf = ({ headers }: IncomingMessage) => headers.authorization?.replace(/^Bearer /, '') ?? '';

  const issuer = createServer(async (incoming, response) => {
    const respond = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const { pathname, searchParams } = new URL(incoming.url ?? '', 'http://issuer');
    if (pathname === '/identity') {
      if (bearerOf(incoming) !== agent) return respond(401, {});
      return respond(200, { count: 1, value: issue(searchParams.get('audience') ?? '') });
    }
    let body = '';
    for await (const chunk of incoming) body += String(chunk);
    const form = new URLSearchParams(body);
    const isAsked =
      form.get('grant_type') === 'urn:ietf:params:oauth:grant-type:token-exchange' &&
      form.get('subject_token_type') === 'urn:ietf:params:oauth:token-type:jwt';
    if (!isAsked || !isValid(form.get('subject_token') ?? '', 'coffer'))
      return respond(400, { error: 'invalid_grant' });
    exchanges += 1;
    return respond(200, { access_token: issue('service'), token_type: 'Bearer', expires_in: MINUTES * 60 });
  });

  const front = createServer((incoming, response) => {
    if (!isValid(bearerOf(incoming), 'service')) {
      rejected += 1;
      incoming.resume();
      response.writeHead(401).end(`${bearerOf(incoming)} has ended`);
      return;
    }
    requests += 1;
    if (requests % requestsPerToken === 0) nowMs += MINUTES * 60_000;
    const { hostname: host, port } = new URL(service.baseUrl);
    const headers = { ...incoming.headers, host: `${host}:${port}`, authorization: `Bearer ${service.token}` };
    const onward = request({ host, port, method: incoming.method, path: incoming.url, headers }, (respond) => {
      response.writeHead(respond.statusCode ?? 500, respond.headers);
      respond.pipe(response);
    });
    onward.on('error', () => response.destroy());
    incoming.pipe(onward);
  });

  const [issuerUrl, baseUrl] = (await Promise.all([issuer, front].map(listen))).map(
    (port) => `http://127.0.0.1:${port}`,
  );
  return {
    /** The service behind it. */
    baseUrl: baseUrl ?? '',
    /** What a job on GitHub has in its environment, and where its JWT is exchanged. */
    github: {
      ACTIONS_ID_TOKEN_REQUEST_URL: `${issuerUrl}/identity?api-version=2.0`,
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: agent,
      COFFER_TOKEN_URL: `${issuerUrl}/token`,
    },
    /** A JWT of a job. */
    identity: () => issue('coffer'),
    /** A token that the service takes. */
    token: () => issue('service'),
    /** Everything that nobody may see, by name. */
    canaries: () => Object.fromEntries([['agent', agent], ...given.map((one, index) => [`token ${index}`, one])]),
    counts: () => ({ requests, exchanges, rejected }),
  };
}
