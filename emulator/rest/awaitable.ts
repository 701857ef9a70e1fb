/** A value, or a promise of one. Code that has the value does not wait. */
export type Awaitable<T> = T | Promise<T>;

/** Calls `next` with the value, now or later. Throws or rejects if either of the two does. */
export function andThen<T, R>(value: Awaitable<T>, next: (value: T) => Awaitable<R>): Awaitable<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** Runs `work`, and `recover` if it throws or rejects. */
export function orElse<T>(work: () => Awaitable<T>, recover: (error: unknown) => Awaitable<T>): Awaitable<T> {
  try {
    const value = work();
    return value instanceof Promise ? value.catch(recover) : value;
  } catch (error) {
    return recover(error);
  }
}
