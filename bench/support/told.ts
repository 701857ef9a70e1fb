/** The environment variable that carries a message to a program: unlike an argument, no list of processes shows it. */
export const MESSAGE = 'BENCH_MESSAGE';

/** In a program of ours: what it was started with by `tell`. */
export function told<T>(): T {
  return JSON.parse(process.env[MESSAGE] ?? '') as T;
}
