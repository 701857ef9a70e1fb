/** Settles like work that others may share, or rejects with `cancelled()` if the signal is aborted first or already. Does not end the work. */
export function settledOrAborted<R>(
  promise: Promise<R>,
  signal: AbortSignal | undefined,
  cancelled: () => Error,
): Promise<R> {
  if (signal === undefined) return promise;
  return new Promise<R>((resolve, reject) => {
    const cancel = () => reject(cancelled());
    if (signal.aborted) cancel();
    else signal.addEventListener('abort', cancel, { once: true });
    // Attached in either case: a rejection that nobody handles would end the process.
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', cancel));
  });
}
