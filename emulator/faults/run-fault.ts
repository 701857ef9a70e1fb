import type { OpenEntry } from '../journal/entry';
import type { Journal } from '../journal/journal';
import type { RequestView } from '../journal/request-filter';
import type { Effect, FaultMoment, MatchingFault, StatusEffect } from './effect';

interface Response {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** A request that a fault matches, and what its interface can do with it. */
export interface FaultedRequest<R extends Response> {
  readonly entry: OpenEntry;
  readonly journal: Pick<Journal, 'noteTarget'>;
  readonly view: RequestView;
  readonly isHead: boolean;
  /** Whether a reset or a restore ended the request. */
  hasEnded(): boolean;
  /** Called before and after a wait. */
  onHold?(isHeld: boolean): void;
  /** Runs the operation. Returns its response, also where that is an error. */
  perform(): R | Promise<R>;
  inject(effect: StatusEffect): R;
  withBody(response: R, text: string): R;
  /** Text of the body; anything else that differs from every text if it is streamed. */
  textOf(response: R): unknown;
  send(response: R): unknown;
  /** Sends headers and some bytes of the body, half of them by default and never all, then cuts the connection. */
  sendTruncated(response: R, bytes: number | undefined): unknown;
  /** Sends a response whose `content-length` may differ from the length of its body. */
  sendInjected(response: R): unknown;
  /** Releases a response that is not sent. */
  discard?(response: R): void;
  /** Ends the connection without a response. */
  cut(): unknown;
}

/** Handles a request that a fault matches, and notes the fault in its entry, for both interfaces. The fault is met only if it changed something. */
export async function runFault<R extends Response>(fault: MatchingFault, request: FaultedRequest<R>): Promise<unknown> {
  request.entry.fault = fault.note;
  // It may get no further.
  request.journal.noteTarget(request.entry, request.view);
  try {
    if (!(await hold(fault, 'before-commit', request))) return request.cut();
    const early = fault.effect('before-commit');
    if (early.kind !== 'none') return apply(fault, early, request, undefined);
    const response = await request.perform();
    if (!(await hold(fault, 'after-commit', request))) {
      request.discard?.(response);
      return request.cut();
    }
    return apply(fault, fault.effect('after-commit'), request, response);
  } finally {
    fault.end();
  }
}

/** False: everything stored was replaced meanwhile, even if the fault waits at another moment. */
async function hold<R extends Response>(
  fault: MatchingFault,
  moment: FaultMoment,
  request: FaultedRequest<R>,
): Promise<boolean> {
  request.onHold?.(true);
  const goesOn = await fault.wait(moment);
  request.onHold?.(false);
  return goesOn && !request.hasEnded();
}

/** `response` is that of the operation; undefined: it did not run. */
function apply<R extends Response>(
  fault: MatchingFault,
  effect: Effect,
  request: FaultedRequest<R>,
  response: R | undefined,
): unknown {
  const sent = response && changed(effect, request, response);
  if (response && sent === response) {
    request.entry.fault = fault.isMet ? { ...fault.note, effect: 'none' } : undefined;
    return request.send(response);
  }
  fault.meet();
  if (response && effect.kind === 'truncate') return request.sendTruncated(response, effect.bytes);
  if (response) request.discard?.(response);
  if (effect.kind === 'status') {
    const injected = sent ?? request.inject(effect);
    const message = `The fault ${fault.note.id} sent ${injected.status} in place of the response.`;
    request.entry.error = injected.status < 400 ? undefined : { code: 'injected', message, field: undefined };
    return request.sendInjected(injected);
  }
  return sent ? request.send(sent) : request.cut();
}

/** The response under the effect: the same one if a client would see no difference; undefined: not all of it is sent. */
function changed<R extends Response>(effect: Effect, request: FaultedRequest<R>, response: R): R | undefined {
  switch (effect.kind) {
    case 'none':
      return response;
    case 'garbage':
      return unlessSame(request, response, request.withBody(response, effect.text));
    case 'status':
      return unlessSame(request, response, request.inject(effect));
    default:
      return undefined;
  }
}

function unlessSame<R extends Response>(request: FaultedRequest<R>, before: R, after: R): R {
  const hasBody = !request.isHead && before.status !== 204 && before.status !== 304;
  const isSame =
    before.status === after.status &&
    (!hasBody || request.textOf(before) === request.textOf(after)) &&
    JSON.stringify(Object.entries(before.headers).sort()) === JSON.stringify(Object.entries(after.headers).sort());
  return isSame ? before : after;
}
