import { setTimeout as delay } from 'node:timers/promises';
import type { Environment } from '../provider';
import { LONGEST_MS } from '../values/duration';
import { createLog, logLevel } from './log';

/** Clock, timers, randomness, variables and stderr log of this process. The log level is read once, as {@link logLevel} says. */
export function processEnvironment(typeName: string): Environment {
  const level = logLevel(typeName, process.env);
  return {
    env: process.env,
    now: Date.now,
    random: Math.random,
    sleep,
    log: createLog(level, Date.now),
    logLevel: level,
  };
}

/** Sleeps in pieces that fit a timer: a service may ask for a wait of months, and `timeouts` may allow it. */
async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  try {
    let leftMs = ms;
    for (; leftMs > LONGEST_MS; leftMs -= LONGEST_MS) await delay(LONGEST_MS, undefined, { signal });
    await delay(leftMs, undefined, { signal });
  } catch (error) {
    // Node rejects with an error of its own, which hides the reason.
    throw signal?.aborted ? signal.reason : error;
  }
}
