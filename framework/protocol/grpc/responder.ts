import { encodeHeaders } from '../http2/encode-headers';
import type { Http2Stream } from '../http2/stream';
import { frame } from './framing';
import { RESPONSE_HEADERS, trailers } from './headers';
import type { Call } from './method';
import { GrpcError, Status } from './status';

/** The longest delay of a timer. A longer timeout counts as no deadline. */
const MAX_DELAY_MS = 2 ** 31 - 1;

/** What nearly all responses have in common, encoded once. */
const HEADERS = encodeHeaders(RESPONSE_HEADERS);
const OK_TRAILERS = encodeHeaders(trailers());

/** Sends the response of one call: messages, then exactly one status. After it, or after the client left, `finish` and `fail` do nothing. */
export class Responder implements Call {
  /** Made for those who ask: of most calls nobody does, and each costs more than the call's frames. */
  #controller: AbortController | undefined;
  #closed: PromiseWithResolvers<void> | undefined;
  /** True until a status is sent or the client leaves. */
  #isOpen = true;
  /** The reason for which the call is aborted. */
  #aborted: GrpcError | undefined;
  #deadline: NodeJS.Timeout | undefined;

  constructor(private readonly stream: Http2Stream) {
    stream.onClose(() => this.#close());
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#aborted) this.#controller.abort(this.#aborted);
    return this.#controller.signal;
  }

  get closed(): Promise<void> {
    this.#closed ??= Promise.withResolvers<void>();
    if (this.stream.isClosed) this.#closed.resolve();
    return this.#closed.promise;
  }

  /** Fails the call, and aborts its signal, if it is not over after this time; one above 24.8 days is no deadline. To be called once at most. */
  setDeadline(timeoutMs: number): void {
    if (timeoutMs > MAX_DELAY_MS) return;
    this.#deadline = setTimeout(() => {
      const error = new GrpcError(Status.DEADLINE_EXCEEDED, 'the deadline of the call passed');
      this.fail(error);
      this.#abort(error);
    }, timeoutMs);
  }

  /** Sends one message of a stream. Resolves when the connection can take the next one, or the stream closes. Rejects if the call was over. */
  async send(message: Uint8Array): Promise<void> {
    if (!this.#isOpen) throw new GrpcError(Status.CANCELLED, 'the call is over');
    this.#write(message);
    await this.stream.drained();
  }

  /** Ends the call with the status OK; a unary call also with its message. */
  finish(message?: Uint8Array): void {
    if (!this.#isOpen) return;
    this.#settle();
    if (message) this.#write(message);
    else this.stream.respond(HEADERS);
    this.stream.end(OK_TRAILERS);
  }

  /** Ends the call with an error. */
  fail(error: GrpcError): void {
    if (!this.#isOpen) return;
    this.#settle();
    if (this.stream.areHeadersSent) this.stream.end(encodeHeaders(trailers(error)));
    else this.stream.respond(encodeHeaders({ ...RESPONSE_HEADERS, ...trailers(error) }), true);
  }

  #write(message: Uint8Array): void {
    this.stream.respond(HEADERS);
    this.stream.write(frame(message));
  }

  #close(): void {
    this.#closed?.resolve();
    if (!this.#isOpen) return;
    this.#settle();
    this.#abort(new GrpcError(Status.CANCELLED, 'the client cancelled the call'));
  }

  #abort(reason: GrpcError): void {
    this.#aborted ??= reason;
    this.#controller?.abort(reason);
  }

  #settle(): void {
    this.#isOpen = false;
    clearTimeout(this.#deadline);
  }
}
