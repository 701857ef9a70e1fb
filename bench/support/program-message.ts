/** The environment variable with the message to a program; unlike an argument, process lists do not show it. */
export const MESSAGE = 'BENCH_MESSAGE';

/** Called in one of our programs: returns the message that `run` started it with. */
export function told<T>(): T {
  return JSON.parse(process.env[MESSAGE] ?? '') as T;
}
