import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { buckets } from './buckets';
import { deletes } from './deletes';
import { descriptions } from './descriptions';
import type { Finding } from './findings';
import { idempotency } from './idempotency';
import type { MadeObject } from './made';
import { pages } from './pages';
import { NOT_ASKED, pullSecretApi, pullSecrets } from './pull-secrets';
import { scope } from './scope';
import { secrets } from './secrets';
import { ProbeError, Server } from './server';
import { Session, type Step } from './session';
import { tokens } from './tokens';

/** What to probe, and how far to go. */
export interface ProbeOptions {
  readonly baseUrl: string;
  readonly token: string;
  /** Objects are made in the first; a second one tells what lists cover. */
  readonly projects: readonly [string, ...string[]];
  /** Make a pull secret too, which may stay for good. Default false. */
  readonly pullSecrets?: boolean;
  /** Secrets to make while looking for a second page. Default 60. */
  readonly objects?: number;
  /** Lists to read while waiting for something to appear. Default 120. */
  readonly polls?: number;
  /** Time between two of them. Default 250 ms. */
  readonly pollMs?: number;
  /** Stops it, after cleaning up. */
  readonly signal?: AbortSignal | undefined;
}

/** What the probe found. */
export interface ProbeReport {
  readonly baseUrl: string;
  readonly projectId: string;
  /** Begins the names and descriptions of all that was made. */
  readonly prefix: string;
  /** One for each knob. */
  readonly findings: readonly Finding[];
  /** Lists of the probe's that a new bucket was in, or should have been in, before it showed its alias; undefined: never. */
  readonly settledAfter: number | undefined;
  /** What was made and may still be there. */
  readonly left: readonly MadeObject[];
  /** Whether it went to its end: false when it was stopped. */
  readonly complete: boolean;
}

const TIMEOUT_MS = 30_000;

/**
 * Finds out how a server reads what the interface leaves open, by making, listing, changing and deleting objects of its own.
 *
 * Throws a {@link ProbeError} when the token cannot read a list, and then has made nothing.
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

/** Steps that look for what they made in lists: a secret that no list shows may be one without an id to delete it by. */
const BY_READING: readonly Step[] = [descriptions, secrets, pages, scope];

/** A step that fails costs its own knobs only. */
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
