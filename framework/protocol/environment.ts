import { setTimeout as delay } from 'node:timers/promises';
import type { Environment } from '../provider';
import { createLog, logLevel } from './log';

/** The environment of this process, for the provider with this type name. */
export function processEnvironment(typeName: string): Environment {
  const level = logLevel(typeName, process.env);
  return {
    env: process.env,
    now: Date.now,
    random: Math.random,
    sleep: (ms, signal) => delay(ms, undefined, { signal }),
    log: createLog(level, Date.now),
    logLevel: level,
  };
}
