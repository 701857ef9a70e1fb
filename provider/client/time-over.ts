/** True if a signal was aborted because the operation ran out of time, not by an interruption. */
export const isTimeOver = (signal: AbortSignal | undefined): boolean =>
  signal?.reason instanceof DOMException && signal.reason.name === 'TimeoutError';
