/** A wait in milliseconds: a fixed time, a range, or a long-tailed distribution given by its median and its 99th percentile. */
export type Latency =
  | number
  | { readonly min: number; readonly max: number }
  | { readonly p50: number; readonly p99: number };

/** Longest delay of a timer. */
export const MAX_LATENCY_MS = 2 ** 31 - 1;

/** The 99th percentile of a standard normal distribution. */
const Z99 = 2.3263478740408408;

/** Draws a wait in whole milliseconds. `p50` and `p99` are of a log-normal distribution. `chance` returns a random number from 0, and less than 1. */
export function drawLatency(latency: Latency, chance: () => number): number {
  if (typeof latency === 'number') return latency;
  if ('min' in latency) return Math.round(latency.min + chance() * (latency.max - latency.min));
  const { p50, p99 } = latency;
  if (p50 === 0) return 0;
  // Box-Muller transform: two uniform draws give a normal one.
  const normal = Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance());
  return Math.min(MAX_LATENCY_MS, Math.round(p50 * Math.exp((Math.log(p99 / p50) / Z99) * normal)));
}
