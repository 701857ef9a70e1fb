/** Whether a signal was aborted because the time of the operation is over, and not by an interruption. */
export const isTimeOver = (signal: AbortSignal | undefined): boolean =>
  signal?.reason instanceof DOMException && signal.reason.name === 'TimeoutError';
