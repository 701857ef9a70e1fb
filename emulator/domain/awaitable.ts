/** What is there at once, or comes later: who has it at once is not made to wait. */
export type Awaitable<T> = T | Promise<T>;

/** Goes on with what came. Throws, or rejects, as either of the two does. */
export function andThen<T, R>(value: Awaitable<T>, next: (value: T) => Awaitable<R>): Awaitable<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** Does something, and something else if that throws or rejects. */
export function orElse<T>(work: () => Awaitable<T>, recover: (error: unknown) => Awaitable<T>): Awaitable<T> {
  try {
    const value = work();
    return value instanceof Promise ? value.catch(recover) : value;
  } catch (error) {
    return recover(error);
  }
}
