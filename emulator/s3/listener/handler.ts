/*
 * The way of one request, from the listener to the socket:
 *
 *   server.ts: serveS3          what Node can read goes to `handle`; what it cannot is refused there (`respondToUnreadable`)
 *   handle                      opens the exchange (exchange.ts), which parses the request and opens its journal entry; ends it when all is reset
 *     #respond                  asks whether a fault applies; if so, `runFault` calls the two steps below, or others
 *       #perform                the response, or an error response (refuse.ts), of one of
 *         serve.ts: serve         signature, bucket, permission, then an operation (operations/), which calls `openBody` (body/)
 *         post-object.ts          the same for a form
 *         cors/: preflight        for OPTIONS
 *       #send                   headers of every response, the end of the journal entry
 *         respond.ts: respond     status, headers and body, to the socket
 */

import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { MatchingFault } from '../../faults/effect';
import { runFault } from '../../faults/run-fault';
import type { FaultView } from '../../faults/spec';
import { bodyError } from '../../http/raw';
import type { S3Context } from '../context';
import { preflight, responseHeaders } from '../cors/cross-origin';
import { S3Error } from '../errors';
import type { S3Response } from '../response';
import { Targets } from '../routing/target';
import { type Exchange, openExchange } from './exchange';
import { postObject } from './post-object';
import { injected, refuse } from './refuse';
import { cut, type Delivery, discard, respond } from './respond';
import { serve } from './serve';
import { toRecorded, toS3Error } from './to-s3-error';

/** Handles a request until its response is sent, and applies faults to it. */
export class Handler {
  readonly targets: Targets;
  /** Identifies the listener that responded: one per start. */
  readonly hostId = randomBytes(32).toString('base64');
  readonly #underWay = new Set<Promise<void>>();

  constructor(private readonly context: S3Context) {
    this.targets = new Targets(context.hosts);
  }

  /** Handles a request; an unexpected error cuts it. `waitsToSend`: it was sent with `Expect: 100-continue`. */
  handle(incoming: IncomingMessage, response: ServerResponse, waitsToSend = false): void {
    const exchange = openExchange(this.context, this, incoming, response);
    exchange.waitsToSend = waitsToSend;
    // If the client disconnects, either stream emits an error; its reader or writer handles that.
    incoming.on('error', ignore);
    response.on('error', ignore);
    response.on('timeout', () => this.#endStalled(exchange));
    const work = this.#respond(exchange).catch((error: unknown) => {
      this.#log(exchange, error);
      this.#cut(exchange);
    });
    this.#underWay.add(work);
    const leave = exchange.epoch.join(() => this.#cut(exchange));
    void work.then(() => {
      leave();
      this.#underWay.delete(work);
    });
  }

  /** Resolves once no request is under way. */
  async settled(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  async #respond(exchange: Exchange): Promise<void> {
    const { operation } = exchange;
    const view = () => viewOf(exchange);
    const fault = operation && this.context.faults.match(operation, view);
    if (fault) return this.#respondWithFault(exchange, fault, view());
    return this.#send(exchange, await this.#perform(exchange));
  }

  async #respondWithFault(exchange: Exchange, fault: MatchingFault, view: FaultView): Promise<void> {
    const { incoming, entry, place } = exchange;
    await runFault<S3Response>(fault, {
      ...{ entry, journal: this.context.journal, view },
      isHead: incoming.method === 'HEAD',
      hasEnded: () => exchange.epoch.hasEnded,
      onHold: (isHeld) => {
        exchange.isHeldByFault = isHeld;
      },
      perform: () => this.#perform(exchange),
      inject: (effect) => injected(effect, place),
      withBody: (response, text) => ({ ...response, body: text }),
      textOf: ({ body }) => body ?? '',
      send: (response) => this.#send(exchange, response),
      sendTruncated: (response, bytes) => this.#send(exchange, response, bytes ?? 'half'),
      sendInjected: (response) => this.#send(exchange, response),
      discard,
      cut: () => this.#cut(exchange),
    });
  }

  /** The operation's response, or an error response. */
  async #perform(exchange: Exchange): Promise<S3Response> {
    const { incoming, target, operation, refusal } = exchange;
    try {
      if (refusal) throw refusal;
      if (incoming.method === 'OPTIONS') return preflight(this.context, target.bucket, incoming.headers);
      return await (operation === 'PostObject' ? postObject(exchange) : serve(exchange));
    } catch (error) {
      // If Node could not read the body to its end, that is the reason, whatever a reader of the body made of it (`piecesOf`: IncompleteBody).
      return this.#refuse(exchange, bodyError(incoming) ?? error);
    }
  }

  #refuse(exchange: Exchange, error: unknown): S3Response {
    const isBucketThere = this.context.buckets.findByAlias(exchange.target.bucket) !== undefined;
    const known = toS3Error(error, isBucketThere);
    if (!known || known.code === 'InternalError') this.#log(exchange, error);
    // Details go to the log only: they may quote something that the client must not see.
    const told = known ?? new S3Error('InternalError', 'We encountered an internal error. Please try again.');
    this.context.journal.noteError(exchange.entry, toRecorded(error, told));
    return refuse(told, exchange.place);
  }

  async #send(exchange: Exchange, s3Response: S3Response, truncate?: Delivery['truncate']): Promise<void> {
    const { entry, incoming, target, place } = exchange;
    const { origin } = incoming.headers;
    const headers: Record<string, string> = { 'x-amz-request-id': entry.requestId, 'x-amz-id-2': this.hostId };
    if (origin !== undefined && incoming.method !== 'OPTIONS') {
      Object.assign(headers, responseHeaders(this.context, target.bucket, place.method, origin));
    }
    if (entry.assumptions.length > 0) headers['x-coffer-assumption'] = entry.assumptions.join(', ');
    // Before sending, so that a client that has its response finds it in the journal.
    if (truncate === undefined) {
      const body = incoming.method === 'HEAD' ? undefined : s3Response.body;
      Object.assign(headers, s3Response.headers);
      this.context.journal.finish(entry, s3Response.status, { headers, body });
    } else this.context.journal.finish(entry, 'cut');
    try {
      if (await respond(exchange, s3Response, { headers, truncate })) return;
    } catch (error) {
      if (exchange.response.headersSent) throw error;
      // The bytes to send are missing, and nothing has been sent yet.
      return this.#send(exchange, this.#refuse(exchange, error));
    }
    this.context.journal.finish(entry, 'cut');
  }

  /** Called when the connection has stalled. Cuts it if the client stopped sending or receiving; work in here may take its time. */
  #endStalled(exchange: Exchange): void {
    const { incoming, response, isHeldByFault } = exchange;
    if (!isHeldByFault && (!incoming.complete || response.writableLength > 0)) cut(exchange);
  }

  #cut(exchange: Exchange): void {
    this.context.journal.finish(exchange.entry, 'cut');
    cut(exchange);
  }

  #log({ place, target }: Exchange, error: unknown): void {
    this.context.log(`S3 ${place.method} ${target.rawPath}: ${error instanceof Error ? error.stack : String(error)}`);
  }
}

function ignore(): void {}

/** The claimed signing key in an `Authorization` header. */
const CREDENTIAL = /Credential=([^\s,]+)/;

/** What faults match, before the signature is checked: the project is that of the claimed key, or else of the bucket. A form is not read yet. */
function viewOf(exchange: Exchange): FaultView {
  const { target, request, context } = exchange;
  const bucket = target.bucket === '' ? undefined : context.buckets.findByAlias(target.bucket);
  const claimed = claimedKey(exchange);
  const key = claimed === undefined ? undefined : context.credentials.find(claimed)?.key;
  const projectId = key?.projectId ?? bucket?.projectId;
  return {
    projectIds: projectId === undefined ? [] : [projectId],
    objectId: bucket?.id,
    key: target.key === '' ? undefined : target.key,
    accessKeyId: key?.accessKeyId,
    token: undefined,
    headers: request.headers,
    body: undefined,
  };
}

function claimedKey({ signed: { headers, query } }: Exchange): string | undefined {
  const inHeader = CREDENTIAL.exec(headers.authorization ?? '')?.[1];
  const credential = inHeader ?? query.find(([name]) => name === 'X-Amz-Credential')?.[1];
  // The scope after the id has four parts; ids may contain slashes.
  return credential?.split('/').slice(0, -4).join('/') || undefined;
}
