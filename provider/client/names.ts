/*
 * Who has which name: for creates and renames of secrets that find theirs taken. A name may become free without anybody's doing: because the service lags
 * behind a deletion (P4, P5), or because another change of this client frees it (P52). Terraform makes such changes at the same time, in any order.
 */

import { type Operation, routes, type SecretRecord } from '../../contract';
import { isInProject } from './as-listed';
import type { ClientEnvironment } from './environment';
import { NameCycleError, NameTakenError } from './errors/conflict-errors';
import { ApiError, CancelledError, ClientError } from './errors/errors';
import { isTimeOver } from './http/after-abort';
import { SETTLE_MS } from './lists/listing';
import { recordsIn } from './lists/look-up';
import { nextWaitMs } from './lists/settle';
import type { SharedList } from './lists/shared-list';
import type { Call } from './settings';

/** A name in a project; undefined: the project is not known. */
export interface Place {
  readonly name: string;
  readonly projectId: string | undefined;
}

/** A create, an update or a deletion that is in flight. */
export interface Change {
  /** Undefined for a create. */
  readonly id: string | undefined;
  /** True for a deletion, and for an update that is or may be a rename. */
  readonly mayFree: boolean;
  /** True while it waits for another change. */
  isWaiting: boolean;
}

/** Time for which a change waits for others that may free its name, in milliseconds (P52). */
const OTHERS_MS = 10_000;

/**
 * The same while no other that may free a name is in flight, or all of them wait, too, since the last of them began or ended: the one that they wait for may be
 * about to, because Terraform begins one by one, and on a busy machine takes seconds for it.
 */
const BEGIN_MS = 5_000;

export class Names {
  /** Clock time at which this client deleted each id, in milliseconds. */
  private readonly deleted = new Map<string, number>();
  private readonly inFlight = new Set<Change>();
  /** The name that the last rename of each id asked for, unless it succeeded. */
  private readonly wanted = new Map<string, string>();
  /** Number of changes that may have freed a name and have ended, however they ended. */
  private ended = 0;
  /** Clock time at which such a change began or ended last, in milliseconds. */
  private movedMs = 0;
  private readonly sleepers = new Set<AbortController>();

  constructor(
    private readonly environment: Pick<ClientEnvironment, 'now' | 'sleep'>,
    private readonly list: SharedList<SecretRecord>,
    /** True for a secret that this client made or updated. */
    private readonly isOurs: (id: string) => boolean,
  ) {}

  /** Settles like a change, during which others may wait for it. `name`: the one that a rename asks for. */
  async during<R>(id: string | undefined, name: string | undefined, work: (change: Change) => Promise<R>): Promise<R> {
    const mayFree = id !== undefined && (name === undefined || this.list.peek()?.byId.get(id)?.name !== name);
    const change: Change = { id, mayFree, isWaiting: false };
    this.inFlight.add(change);
    if (mayFree) this.movedMs = this.environment.now();
    if (id !== undefined && name !== undefined) this.wanted.set(id, name);
    try {
      const result = await work(change);
      if (id !== undefined) this.wanted.delete(id);
      return result;
    } finally {
      this.inFlight.delete(change);
      if (mayFree) {
        this.ended += 1;
        this.movedMs = this.environment.now();
        for (const sleeper of this.sleepers) sleeper.abort();
      }
    }
  }

  /** Notes that this client has deleted a secret: its name counts as free, whatever lists show. */
  free(id: string): void {
    this.deleted.set(id, this.environment.now());
  }

  /** True for a secret of that name and project, or of no listed one, but not for one that this client has deleted. */
  isNamesake({ name, projectId }: Place): (record: SecretRecord) => boolean {
    return (one) =>
      one.name === name && !this.deleted.has(one.id) && (projectId === undefined || isInProject(one, projectId));
  }

  /** The secrets of that name in a fresh list, like {@link isNamesake}. */
  async holdersOf(place: Place, call: Call): Promise<SecretRecord[]> {
    return recordsIn(await this.list.readAfter(undefined, call), this.isNamesake(place));
  }

  /**
   * Settles like `send`, which is repeated while the name is taken and may become free. `send` rejects with an ApiError of 409 if the service says that
   * it is taken, and with a NameTakenError if a list says so before anything is sent. Rejects with NameCycleError if no order of renames frees it.
   */
  async untilFree<R>(change: Change, wanted: Wanted, call: Call, send: () => Promise<R>): Promise<R> {
    const beganMs = this.environment.now();
    let failure: ClientError | undefined;
    for (let waitMs = nextWaitMs(0); ; waitMs = nextWaitMs(waitMs)) {
      const { ended } = this;
      try {
        return await send();
      } catch (error) {
        if (error instanceof ClientError && failure?.isInDoubt) error.wasInDoubt = true;
        if (!isTaken(error)) throw error;
        failure = error;
      }
      if (await this.isInCycle(change, wanted.place, call)) throw new NameCycleError(failure, wanted.place.name);
      // What has ended since may have freed the name.
      if (this.ended === ended) await this.pause(waitMs, { change, wanted, failure, beganMs, ended }, call);
    }
  }

  /** Waits until it is worth another attempt. Rejects with the failure if it is not. */
  private async pause(mostMs: number, { change, wanted, failure, beganMs, ended }: Waiting, call: Call): Promise<void> {
    const nowMs = this.environment.now();
    const lagMs = (await this.mayLag(wanted.place, failure, call))
      ? (call.settleMs ?? SETTLE_MS) - (nowMs - beganMs)
      : 0;
    const leftMs = Math.max(lagMs, this.othersMs(change, beganMs));
    if (this.ended !== ended) return; // while lists were read
    if (leftMs <= 0) throw failure;
    const woken = new AbortController();
    const signals = [woken.signal, ...(call.signal ? [call.signal] : [])];
    change.isWaiting = true;
    this.sleepers.add(woken);
    try {
      await this.environment.sleep(Math.min(mostMs, leftMs), AbortSignal.any(signals));
    } catch (error) {
      if (!woken.signal.aborted && !call.signal?.aborted) throw error;
    } finally {
      this.sleepers.delete(woken);
      change.isWaiting = false;
    }
    if (!call.signal?.aborted) return;
    // What the service said of an attempt that may have taken effect, or of all in this time, says more.
    throw failure.isInDoubt || isTimeOver(call.signal) ? failure : new CancelledError(routes[wanted.operation], false);
  }

  /** Time for which it is worth waiting for other changes, in milliseconds; 0 or less if none of them will free a name. */
  private othersMs(change: Change, beganMs: number): number {
    const others = [...this.inFlight].filter((other) => other !== change && other.mayFree);
    const nowMs = this.environment.now();
    if (others.some(({ isWaiting }) => !isWaiting)) return OTHERS_MS - (nowMs - beganMs);
    return BEGIN_MS - (nowMs - this.movedMs);
  }

  /** True if the name may be free already, although the service or a list says that it is taken. */
  private async mayLag(place: Place, failure: ClientError, call: Call): Promise<boolean> {
    if (failure instanceof NameTakenError) return !failure.holders.every((id) => this.isOurs(id));
    const since = this.environment.now() - 2 * SETTLE_MS;
    if (![...this.deleted.values()].some((atMs) => atMs >= since)) return false;
    // An unreadable list proves nothing, and its failure must not replace the request's own.
    const holders = await this.holdersOf(place, call).catch(() => undefined);
    return holders?.length === 0;
  }

  /** True if this rename waits for one that waits, directly or by others, for this one. */
  private async isInCycle({ id }: Change, place: Place, call: Call): Promise<boolean> {
    if (id === undefined || this.wanted.size < 2) return false;
    const listing = await this.list.readAfter(undefined, call).catch(() => undefined);
    let { name } = place;
    for (const _ of this.wanted) {
      const holder = listing?.records.find(this.isNamesake({ ...place, name }));
      if (holder?.id === id) return true;
      const next = holder && this.wanted.get(holder.id);
      if (next === undefined) return false;
      name = next;
    }
    return false;
  }
}

/** The name that a change asks for, by a request of this operation. */
interface Wanted {
  readonly place: Place;
  readonly operation: Operation;
}

interface Waiting {
  readonly change: Change;
  readonly wanted: Wanted;
  readonly failure: ClientError;
  /** Clock time of the first attempt, in milliseconds. */
  readonly beganMs: number;
  /** Number of changes that had ended before the last attempt. */
  readonly ended: number;
}

const isTaken = (error: unknown): error is ClientError =>
  error instanceof NameTakenError || (error instanceof ApiError && error.status === 409);
