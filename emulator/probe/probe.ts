import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { buckets, deletes, descriptions, idempotency, scope } from './buckets';
import type { MadeObject } from './made';
import { NOT_ASKED, pages, pullSecretApi, pullSecrets, secrets } from './secrets';
import { ProbeError, Server } from './server';
import { type Finding, Session, type Step } from './session';
import { tokens } from './tokens';

export interface ProbeOptions {
  readonly baseUrl: string;
  readonly token: string;
  /** The probe makes objects in the first project; a second one shows which projects lists cover. */
  readonly projects: readonly [string, ...string[]];
  /** Also makes a pull secret, which may stay permanently. Default false. */
  readonly pullSecrets?: boolean;
  /** Largest number of secrets to make until a list has a second page. Default 60. */
  readonly objects?: number;
  /** Largest number of lists to read until a change appears. Default 120. */
  readonly polls?: number;
  /** Time between two lists. Default 250 ms. */
  readonly pollMs?: number;
  /** Stops the probe after it has cleaned up. */
  readonly signal?: AbortSignal | undefined;
}

export interface ProbeReport {
  readonly baseUrl: string;
  readonly projectId: string;
  /** The beginning of the names and descriptions of all objects of the probe. */
  readonly prefix: string;
  readonly findings: readonly Finding[];
  /** Number of lists before a new bucket showed its alias; undefined if it never did. */
  readonly settledAfter: number | undefined;
  /** Objects of the probe that may still exist. */
  readonly left: readonly MadeObject[];
  /** False if the probe was stopped before its end. */
  readonly complete: boolean;
}

const TIMEOUT_MS = 30_000;

/**
 * Finds the values of knobs that the interface leaves open, by making, listing, changing and deleting objects of its own. Throws a
 * {@link ProbeError} if the token cannot read a list; then it has made nothing.
 */
export async function probe(options: ProbeOptions): Promise<ProbeReport> {
  const { baseUrl, token, projects, objects = 60, polls = 120, pollMs = 250 } = options;
  const [projectId, ...others] = projects;
  const prefix = `coffer-probe-${randomBytes(4).toString('hex')}-`;
  const limits = { objects, polls, pause: () => wait(pollMs) };
  const server = new Server({ baseUrl, token, timeoutMs: TIMEOUT_MS });
  const signal = options.signal ?? new AbortController().signal;
  const session = new Session(server, projectId, others, prefix, limits, signal);
  await session.list('/secrets');
  const steps = [tokens, buckets, idempotency, descriptions, secrets, pages, deletes, scope, pullSecretApi];
  if (options.pullSecrets) steps.push(pullSecrets);
  else session.findings.missRest(pullSecrets.knobs, NOT_ASKED);
  let left: readonly MadeObject[] = [];
  try {
    for (const step of steps) await run(step, session);
  } finally {
    left = await session.made.cleanUp(polls, limits.pause);
  }
  const { settledAfter } = session;
  const complete = !signal.aborted;
  return { baseUrl, projectId, prefix, findings: session.findings.all(), settledAfter, left, complete };
}

/** Steps that need lists with the objects they make: without a list, a secret whose id is unknown could not be deleted. */
const BY_READING: readonly Step[] = [descriptions, secrets, pages, scope];

/** Runs a step. If it fails, only its own knobs stay unknown. */
async function run(step: Step, session: Session): Promise<void> {
  try {
    if (session.seesItsOwn === false && BY_READING.includes(step)) {
      throw new ProbeError(`the lists of this token show nothing of what is made in ${session.projectId}`);
    }
    await step.run(session);
  } catch (error) {
    if (!(error instanceof ProbeError)) throw error;
    session.findings.missRest(step.knobs, error.message);
  }
}
