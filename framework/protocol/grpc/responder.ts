import type { ServerHttp2Stream } from 'node:http2';
import { frame, framePrefix } from './framing';
import { responseHeaders, trailers } from './headers';
import type { Call } from './method';
import { GrpcError, Status } from './status';

/** Below this size a message is joined with its prefix; above it copying costs more than a second write. */
const JOIN_BYTES = 64 * 1024;

/** A response without the time, which no gRPC client reads. The option is in Node and Bun, but not in the types. */
const NO_DATE: object = { sendDate: false };

/** The longest delay of a timer. A longer timeout counts as no deadline. */
const MAX_DELAY_MS = 2 ** 31 - 1;

/** Sends the response of one call: messages, then exactly one status. After it, or after the client left, `finish` and `fail` do nothing. */
export class Responder implements Call {
  /** Made for those who ask: of most calls nobody does, and each costs more than the call's frames. */
  #controller: AbortController | undefined;
  #closed: PromiseWithResolvers<void> | undefined;
  /** True until a status is sent or the client leaves. */
  #isOpen = true;
  #isClosed = false;
  /** The reason for which the call is aborted. */
  #aborted: GrpcError | undefined;
  #failure: GrpcError | undefined;
  #deadline: NodeJS.Timeout | undefined;

  constructor(private readonly stream: ServerHttp2Stream) {
    stream.once('close', () => this.#close());
    // A reset or broken stream also emits `close`, which is handled; the error adds nothing.
    stream.on('error', () => {});
    stream.once('wantTrailers', () => stream.sendTrailers(trailers(this.#failure)));
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#aborted) this.#controller.abort(this.#aborted);
    return this.#controller.signal;
  }

  get closed(): Promise<void> {
    this.#closed ??= Promise.withResolvers<void>();
    if (this.#isClosed) this.#closed.resolve();
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
    if (this.#write(message)) return;
    await new Promise<void>((resolve) => {
      const go = () => {
        this.stream.off('drain', go);
        this.stream.off('close', go);
        resolve();
      };
      this.stream.on('drain', go);
      this.stream.on('close', go);
    });
  }

  /** Ends the call with the status OK; a unary call also with its message. */
  finish(message?: Uint8Array): void {
    if (!this.#isOpen) return;
    if (message) this.#write(message);
    this.#end();
  }

  /** Ends the call with an error. */
  fail(error: GrpcError): void {
    if (!this.#isOpen) return;
    this.#failure = error;
    if (this.stream.headersSent) {
      this.#end();
    } else {
      this.#settle();
      this.stream.respond({ ...responseHeaders(), ...trailers(error) }, { ...NO_DATE, endStream: true });
    }
    this.#discardRequest();
  }

  #end(): void {
    this.#settle();
    this.#sendHeaders();
    this.stream.end();
    this.#discardRequest();
  }

  /** Reads the rest of the request and drops it, because a stream closes only when both of its sides have ended. */
  #discardRequest(): void {
    this.stream.removeAllListeners('data');
    this.stream.resume();
  }

  #write(message: Uint8Array): boolean {
    this.#sendHeaders();
    if (message.length < JOIN_BYTES) return this.stream.write(frame(message));
    this.stream.write(framePrefix(message.length));
    return this.stream.write(message);
  }

  #sendHeaders(): void {
    if (!this.stream.headersSent) this.stream.respond(responseHeaders(), { ...NO_DATE, waitForTrailers: true });
  }

  #close(): void {
    this.#isClosed = true;
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
