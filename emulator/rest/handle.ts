import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Operation } from '../../contract';
import { type Awaitable, orElse } from '../domain/awaitable';
import { redactBody } from './allow-list';
import { ASSUMPTION_HEADER } from './assumptions';
import { isControlPath } from './control-path';
import { HttpError, isExpected, noRoute, toErrorResponse } from './errors';
import type { FaultMoment } from './fault-spec';
import type { Effect, Fault } from './faults';
import { dialects, unrecorded } from './knobs';
import { cut, send, sendAnnounced, sendTruncated } from './reply';
import { IncomingView } from './request-view';
import type { RestResponse } from './response';
import { type RestContext, serve } from './serve';

/** Handles a matched request up to its response on the wire, and applies the injected faults. */
export class Handler {
  constructor(private readonly context: RestContext) {}

  /** Returns a promise only if a fault, or the object plane, delays the response. */
  handle(operation: Operation, request: FastifyRequest, reply: FastifyReply): unknown {
    const view = () => new IncomingView(this.context, operation, request);
    const fault = this.context.faults.match(operation, view);
    if (fault) {
      request.journalEntry.fault = fault.note;
      this.#noteRequest(request, view());
      return this.#handleWithFault(fault, operation, request, reply);
    }
    const response = this.noting(request, () => this.#perform(operation, request));
    if (!(response instanceof Promise)) return this.finish(request, reply, response);
    return response.then((late) => (request.epoch?.hasEnded ? undefined : this.finish(request, reply, late)));
  }

  /** Notes the request's details now, because a fault may keep it from getting any further. */
  #noteRequest({ journalEntry }: FastifyRequest, { projectIds, objectId, body }: IncomingView): void {
    journalEntry.projectIds = projectIds;
    journalEntry.projectId = projectIds[0];
    journalEntry.objectId = objectId;
    if (body !== undefined && projectIds.length > 0) journalEntry.body = redactBody(body);
    this.context.journal.note(journalEntry);
  }

  async #handleWithFault(
    fault: Fault,
    operation: Operation,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<unknown> {
    if (!(await waited(fault, 'before-commit', request))) return this.cut(request, reply);
    const early = fault.effect('before-commit');
    if (early.kind !== 'none') return this.#apply(early, request, reply, NOTHING);
    const response = await this.noting(request, () => this.#perform(operation, request));
    if (!(await waited(fault, 'after-commit', request))) return this.cut(request, reply);
    return this.#apply(fault.effect('after-commit'), request, reply, response);
  }

  /** Responds with an error in the current dialect; logs unexpected errors in full. */
  fail(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const { path } = request.journalEntry;
    // The emulator's own calls are not part of the interface: their errors look the same in every dialect.
    const rely = isControlPath(path) ? unrecorded(dialects.conventional) : this.context.assumptions.rely;
    const where = `${request.method} ${path}`;
    return this.finish(
      request,
      reply,
      this.noting(request, () => this.#toResponse(error, where, rely)),
    );
  }

  /** Records in the request's journal entry the knobs that `work` relies on. */
  noting<T>(request: FastifyRequest, work: () => T): T {
    return this.context.assumptions.during(request.journalEntry.assumptions, work);
  }

  finish(request: FastifyRequest, reply: FastifyReply, response: RestResponse): FastifyReply {
    const { journalEntry } = request;
    this.context.journal.finish(journalEntry, response.status);
    if (journalEntry.assumptions.length > 0) reply.header(ASSUMPTION_HEADER, journalEntry.assumptions.join(', '));
    return send(reply, response);
  }

  #perform(operation: Operation, request: FastifyRequest): Awaitable<RestResponse> {
    const carryOut = () => {
      const { id } = request.params as { id?: string };
      // A path that ends in a slash has an empty id, which is not an id.
      if (id === '') {
        request.journalEntry.operation = undefined;
        throw noRoute(request);
      }
      const incoming = {
        operation,
        id: id ?? '',
        path: request.journalEntry.path,
        query: request.query as Record<string, unknown>,
        authorization: request.headers.authorization,
        contentType: request.headers['content-type'],
        idempotencyKey: request.headers['idempotency-key'] as string | undefined,
        body: request.body as Uint8Array | undefined,
      };
      return serve(this.context, incoming, request.journalEntry);
    };
    return orElse(carryOut, (error) => this.noting(request, () => this.#toResponse(error, operation)));
  }

  #toResponse(error: unknown, where: string, rely = this.context.assumptions.rely): RestResponse {
    if (!isExpected(error)) this.context.log(`${where}: ${error instanceof Error ? error.stack : String(error)}`);
    return toErrorResponse(error, rely);
  }

  #apply(effect: Effect, request: FastifyRequest, reply: FastifyReply, response: RestResponse): unknown {
    switch (effect.kind) {
      case 'none':
        return this.finish(request, reply, response);
      case 'cut':
        return this.cut(request, reply);
      case 'truncate':
        this.context.journal.finish(request.journalEntry, 'cut');
        return sendTruncated(reply, response, effect.bytes);
      case 'garbage':
        return this.finish(request, reply, { ...response, body: effect.text });
      case 'status':
        return this.#inject(request, reply, this.#toInjected(effect));
    }
  }

  #inject(request: FastifyRequest, reply: FastifyReply, response: RestResponse): unknown {
    const length = response.headers['content-length'];
    if (length === undefined) return this.finish(request, reply, response);
    this.context.journal.finish(request.journalEntry, response.status);
    return sendAnnounced(reply, response, Number(length));
  }

  #toInjected({ status, headers, body }: Extract<Effect, { kind: 'status' }>): RestResponse {
    if (body !== undefined) return { status, headers: { 'content-type': 'application/json', ...headers }, body };
    if (status < 400) return { status, headers };
    const error = new HttpError(status, 'injected', 'A fault was injected here.', headers);
    return toErrorResponse(error, this.context.assumptions.rely);
  }

  /** Ends the connection without a response. */
  cut(request: FastifyRequest, reply: FastifyReply): void {
    this.context.journal.finish(request.journalEntry, 'cut');
    cut(reply);
  }
}

/** False: the emulator was reset or stopped meanwhile, even if the fault waits at another moment. */
async function waited(fault: Fault, moment: FaultMoment, { epoch }: FastifyRequest): Promise<boolean> {
  return (await fault.wait(moment)) && !epoch?.hasEnded;
}

const NOTHING: RestResponse = { status: 204, headers: {} };
