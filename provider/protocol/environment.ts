import { setTimeout as delay } from 'node:timers/promises';
import type { Environment } from '../framework/provider';
import { createLog, logLevel } from './log';

/** The world as this process sees it. */
export function processEnvironment(): Environment {
  return {
    env: process.env,
    now: Date.now,
    random: Math.random,
    sleep: (ms, signal) => delay(ms, undefined, { signal }),
    log: createLog(process.env, Date.now),
    logLevel: logLevel(process.env),
  };
}
