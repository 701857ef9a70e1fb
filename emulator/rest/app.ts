import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import type { Operation } from '../../contract';
import type { Epoch } from '../domain/epoch';
import { BODY_LIMIT_BYTES } from '../http/body';
import { HttpError } from '../http/http-error';
import { ICON_PATH, isBrowserAtRoot, isControlPath, isOwn, PAGES_PREFIX, withoutFragment } from '../http/paths';
import { bodyError, Connections, hasBody, type ReadError } from '../http/raw';
import type { Arrival, OpenEntry } from '../journal/entry';
import { Identity } from './caller';
import { isExpected, noRoute, toHttpError } from './error-responses';
import { Handler } from './handle';
import { addRoutes } from './routing';
import type { RestContext } from './serve';
import { drain, withoutBody } from './unread-body';

declare module 'fastify' {
  interface FastifyRequest {
    journalEntry: OpenEntry;
    identity: Identity;
    /** Undefined for the control API, whose calls end epochs. */
    epoch: Epoch | undefined;
    /** For a request outside of the control API that ends the epoch itself: it is not cut by that. */
    leaveEpoch: () => void;
  }
  interface FastifyContextConfig {
    operation?: Operation;
    /** Whether the route is for methods that a path of the interface does not have. */
    isInterface?: boolean;
  }
}

/** Time limits for receiving a whole request and its headers, and the longest interval between checks. */
const REQUEST_TIMEOUT_MS = 120_000;
const HEAD_TIMEOUT_MS = 60_000;
const MOST_CHECK_MS = 10_000;

/** The control plane as a Fastify app: routes from the contract, faults around them, every request in the journal. */
export function buildRestApp(context: RestContext, requestTimeoutMs = REQUEST_TIMEOUT_MS): FastifyInstance {
  const handler = new Handler(context);
  /** Requests with `Expect: 100-continue`. */
  const waiting = new WeakSet<IncomingMessage>();
  const connections = new Connections();
  /** Requests with any other `Expect`. */
  const unknownExpectation = new WeakSet<IncomingMessage>();
  const app = fastify({
    bodyLimit: BODY_LIMIT_BYTES,
    // Does not affect a request that a fault holds, which has arrived whole.
    requestTimeout: requestTimeoutMs,
    http: {
      // Node applies the longer of the two to the whole request.
      headersTimeout: Math.min(requestTimeoutMs, HEAD_TIMEOUT_MS),
      connectionsCheckingInterval: Math.min(requestTimeoutMs, MOST_CHECK_MS),
    },
    exposeHeadRoutes: false,
    rewriteUrl: ({ url = '/' }) => withoutFragment(url),
    routerOptions: { maxParamLength: 4096 },
    // The contract's own schemas validate requests; without these two stubs Fastify loads its compilers at every start.
    schemaController: { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } },
    clientErrorHandler(error, socket) {
      refuseUnreadable(context, handler, connections, error, socket);
    },
    // A URL that cannot be decoded never reaches a route or a hook.
    frameworkErrors(error, request, reply) {
      beginEntry(context, request as FastifyRequest);
      handler.fail(toOurs(error), request as FastifyRequest, reply as FastifyReply);
    },
  });
  const note = connections.note.bind(connections);
  for (const event of ['request', 'checkContinue', 'checkExpectation']) app.server.prependListener(event, note);
  // Otherwise Node would request every body before the token is checked.
  app.server.on('checkContinue', (incoming, response) => {
    waiting.add(incoming);
    // A refused client does not send its body, so no other request can follow on the connection.
    response.setHeader('connection', 'close');
    app.routing(incoming, response);
  });
  app.server.on('checkExpectation', (incoming, response) => {
    response.setHeader('connection', 'close');
    unknownExpectation.add(incoming);
    app.routing(incoming, response);
  });
  app.server.on('connect', ({ method = '', headers }, socket) => {
    const says = 'CONNECT is not a method of the emulator: it is no proxy.';
    const refusal = new HttpError(405, 'method_not_allowed', says, { allow: '' });
    connections.inTurn(socket, () =>
      handler.failRaw(refusal, socket, openEntry(context, { method, path: '*', headers })),
    );
  });
  // Bodies are read as bytes here and validated by the operation, so that a bad token is reported before a bad body.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.decorateRequest('journalEntry');
  app.decorateRequest('identity');
  app.decorateRequest('epoch', undefined);
  app.decorateRequest('leaveEpoch', () => undefined);
  app.addHook('onRequest', (request, reply, done) => {
    beginEntry(context, request);
    request.identity = new Identity(request.headers.authorization, context.tokens);
    joinEpoch(context, handler, request, reply);
    if (hasSeveralHosts(request.raw))
      return done(new HttpError(400, 'invalid', 'The request has more than one "Host" header.'));
    if (!unknownExpectation.has(request.raw)) return done();
    done(new HttpError(417, 'invalid', 'Of the header "Expect" only "100-continue" is known.'));
  });
  // A request that may not be served is refused before its body is read (E15): its handler gets no body, and responds with the reason.
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (hasBody(request) && !mayServe(request)) return done(null, withoutBody(request.headers));
    if (waiting.has(request.raw)) {
      reply.raw.removeHeader('connection');
      reply.raw.writeContinue();
    }
    done(null, payload);
  });
  // Drops a request whose body was arriving when everything was replaced (E12): its connection is closed already.
  app.addHook('preHandler', (request, _reply, done) => {
    if (!request.epoch?.hasEnded) done(bodyError(request.raw));
  });
  // Operations finish their entries before they respond, so that a client that has its response finds it in the journal.
  app.addHook('onResponse', ({ journalEntry, raw }, reply, done) => {
    drain(raw);
    if (journalEntry.status === undefined) context.journal.finish(journalEntry, reply.statusCode);
    done();
  });
  const refusal = (request: FastifyRequest) => handler.noting(request, () => context.methods.refusal(request));
  app.setErrorHandler((error, request, reply) => {
    // Fastify has rules of its own for some methods, which matter only where there is a route.
    return handler.fail(request.is404 && !isExpected(error) ? refusal(request) : toOurs(error), request, reply);
  });
  app.setNotFoundHandler((request) => {
    throw refusal(request);
  });
  // Not noted: for clients of the service there is nothing.
  addEntrances(app);
  app.addHook('onRoute', (route) => context.methods.note(route));
  addRoutes(app, handler, { rely: context.assumptions.rely, methods: context.methods });
  return app;
}

/** Source: RFC 9112, section 3.2. Node takes the first one. */
function hasSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === 'host') hosts += 1;
  return hosts > 1;
}

/** Whether the request may be served. Routes outside the interface check that themselves. */
function mayServe(request: FastifyRequest): boolean {
  if (request.is404) return false;
  const { operation } = request.routeOptions.config;
  if (operation === undefined) return request.routeOptions.config.isInterface !== true;
  return request.identity.find() !== undefined;
}

function noCompiler(): never {
  throw new Error('Routes of the emulator carry no Fastify schema.');
}

/** Responds to what cannot be read as HTTP, in the dialect and in the journal. */
function refuseUnreadable(
  context: RestContext,
  handler: Handler,
  connections: Connections,
  error: ReadError,
  socket: Socket,
): void {
  connections.refuse(error, socket, {
    toError: () => toHttpError(error),
    respond({ method, path }) {
      const entry = openEntry(context, { method, path, headers: {} });
      const refusal = method === '' ? undefined : () => context.methods.refusal({ method, url: path });
      handler.failRaw(
        context.assumptions.during(entry.assumptions, () => toHttpError(error, refusal)),
        socket,
        entry,
      );
    },
  });
}

function openEntry({ journal, clock }: RestContext, request: Pick<Arrival, 'method' | 'path' | 'headers'>): OpenEntry {
  return journal.open({
    ...request,
    isOwn: isOwn({ ...request, url: request.path }),
    at: clock.now(),
  });
}

function beginEntry({ journal, clock }: RestContext, request: FastifyRequest): void {
  request.journalEntry = journal.open({
    method: request.method,
    path: String(request.url.split('?', 1)[0]),
    query: Object.entries((request.query ?? {}) as Record<string, string>),
    headers: request.headers,
    operation: request.routeOptions.config?.operation,
    objectId: (request.params as { id?: string } | null | undefined)?.id || undefined,
    at: clock.now(),
    isOwn: isOwn(request),
  });
}

/** From here on, cuts the request when everything stored is replaced, unless its response has been sent. */
function joinEpoch({ epochs }: RestContext, handler: Handler, request: FastifyRequest, reply: FastifyReply): void {
  if (isControlPath(request.journalEntry.path)) return;
  request.epoch = epochs.current;
  const leave = request.epoch.join(() => {
    if (!reply.raw.writableFinished) handler.cut(request, reply);
  });
  request.leaveEpoch = leave;
  reply.raw.once('close', leave);
}

/** Converts Fastify's own errors to ours; returns any other error as it is. */
function toOurs(error: unknown): unknown {
  const { code, statusCode } = error as Partial<FastifyError>;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return new HttpError(413, 'too_large', `The body is larger than ${BODY_LIMIT_BYTES} bytes.`);
  }
  // The client disconnected in the middle of its body: nobody receives the response, and it is no failure of the emulator.
  if (code === 'ECONNRESET') return new HttpError(400, 'invalid', 'The request ended early.');
  if (code?.startsWith('FST_') && statusCode !== undefined && statusCode < 500) {
    return new HttpError(statusCode, 'invalid', 'The request is malformed.');
  }
  return error;
}

/** What browsers ask for outside of the dashboard: the root, whose address somebody typed, and the icon. Neither is in the journal. */
function addEntrances(app: FastifyInstance): void {
  app.get('/', (request, reply) => {
    if (!isBrowserAtRoot(request)) return Promise.reject(noRoute(request));
    return reply.redirect(PAGES_PREFIX, 303);
  });
  app.get(ICON_PATH, (_request, reply) => reply.redirect(`${PAGES_PREFIX}/icon.svg`, 303));
}
