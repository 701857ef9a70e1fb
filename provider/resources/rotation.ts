import {
  DiagnosticError,
  fillFromState,
  noteKnown,
  parseDuration,
  type State,
  type UpdateRequest,
} from '../../framework';
import { type Connection, toCall } from '../service/connection';
import { reasonOf } from '../service/describe-error';
import { KeyNotStoredError, type MadeKey, makeKey, wantedBy } from './make-key';
import { forgetUnseen, rememberUnseen } from './missing-object';
import {
  type CurrentKey,
  DEFAULT_OVERLAP,
  type RotatingAccessKey,
  type RotatingAccessKeyPlan,
} from './rotating-access-key-schema';
import type { StoreIn } from './sink';
import { doubtSink, endSinkDoubts } from './sink-doubt';

/** Key of private state: clock time in milliseconds at which the previous key was last read. Plans use it in place of a clock. */
export const PREVIOUS_READ_AT = 'previous_read_at';

type Request = UpdateRequest<RotatingAccessKey, Connection, 'id', RotatingAccessKeyPlan>;

const overlapMs = (overlap: string | null) => parseDuration(overlap ?? DEFAULT_OVERLAP) ?? 0;

/** The last time that RFC 3339 can write, in milliseconds since 1970; an overlap may be longer. */
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z');

const toTimestamp = (ms: number) => new Date(Math.min(ms, LAST_MS)).toISOString();

/** The end of the overlap (RFC 3339): the time of the rotation plus the overlap, by default 24 hours; that in state if the first is unknown. */
export function retireAfter({ current, previous }: State<RotatingAccessKey>, overlap: string | null): string | null {
  const rotated = Date.parse(current?.rotated_at ?? '');
  if (Number.isNaN(rotated)) return previous?.retire_after ?? null;
  return toTimestamp(rotated + overlapMs(overlap));
}

/** Converts a key that was made at this time, in milliseconds since 1970, to the attribute `current`. */
export const toCurrent = ({ secret_id: _, ...key }: MadeKey, now: number): CurrentKey => ({
  ...key,
  rotated_at: toTimestamp(now),
});

/**
 * Makes the next key, moves the current one to `previous`, only then deletes keys without a place, like {@link discard}. Returns and saves the new
 * state. After any failure a current key in state works as before, and all keys are in state but a lost one, which the error or a warning names (P2).
 */
export async function rotate(request: Request): Promise<State<RotatingAccessKey, never>> {
  const { plan, state, privateState, save, now } = request;
  const left = state.undeleted_ids ?? [];
  let made: MadeKey;
  let unstored = '';
  const whenMade = ({ id }: MadeKey) => {
    unstored = id;
    rememberUnseen(request, id);
    save({ ...state, undeleted_ids: [...left, id] });
  };
  const noDoubt = doubtSink(privateState, state, plan); // at once: the call may get its response before this has ended
  try {
    made = await makeKey(request, {
      ...wantedBy(request),
      secretId: plan.store_in && (await secretToOverwrite(request, plan.store_in)),
      whenInDoubt: 'keep',
      whenMade,
    });
  } catch (error) {
    if (!(error instanceof KeyNotStoredError && error.inDoubt)) noDoubt();
    if (error instanceof KeyNotStoredError && !error.left) {
      forgetUnseen(request, unstored);
      save(state);
    }
    throw error;
  }
  rememberUnseen(request, made.id, made.secret_id === state.secret_id ? null : made.secret_id);
  endSinkDoubts(request);
  // The key was made with the planned trigger, even if that is null.
  noteKnown(privateState, ['rotation_trigger']);
  const { current, previous } = state;
  // The secret made for the current key, if the new key is stored elsewhere.
  const former = state.store_in?.secret_name != null && made.secret_id !== state.secret_id ? state.secret_id : null;
  // If there is no current key to move, the previous one keeps its place.
  const oldest = current ? previous : null;
  const rotated = {
    ...fillFromState(plan, state),
    current: toCurrent(made, now()),
    previous: current
      ? {
          ...current,
          secret_access_key: plan.store_in ? null : current.secret_access_key,
          retire_after: toTimestamp(now() + overlapMs(plan.overlap)),
          secret_id: former,
        }
      : previous,
    secret_id: made.secret_id,
  };
  const secrets = [...(state.undeleted_secret_ids ?? []), oldest?.secret_id, current ? null : former];
  return discard(request, rotated, [...left, oldest?.id], secrets);
}

/** The id of the secret that takes the new key, if there is one: the secret of `store_in` in state, or one that was made for an earlier key by the name that is wanted again. */
async function secretToOverwrite(request: Request, storeIn: StoreIn): Promise<string | null> {
  const { state } = request;
  const { secret_id: id, secret_name: name } = storeIn;
  if (id !== null) return id;
  if (state.store_in?.secret_name === name) return state.secret_id;
  const { secrets } = request.connection.client;
  for (const former of [state.previous?.secret_id, ...(state.undeleted_secret_ids ?? [])]) {
    if (former && (await secrets.nameOf(former, toCall(request))) === name) return former;
  }
  return null;
}

/** Deletes the previous key in state, which the plan has no more, with the secret made for it, and earlier undeleted ones, like {@link discard}. */
export function retire(request: Request): Promise<State<RotatingAccessKey, never>> {
  const { plan, state } = request;
  const { previous, undeleted_ids: keys, undeleted_secret_ids: secrets } = state;
  const kept = fillFromState(plan, state);
  return discard(request, kept, [...(keys ?? []), previous?.id], [...(secrets ?? []), previous?.secret_id]);
}

/**
 * Deletes the keys and the secrets with these ids, those that are already gone too, and returns `kept`, in which they must have no place any more;
 * never the secret that holds the current key. Saves the state before and after. What it cannot delete is in `undeleted_ids` and
 * `undeleted_secret_ids`, and named in the DiagnosticError. Deletes nothing more after an interruption, because all stays in state (P43).
 */
export async function discard(
  request: Pick<Request, 'connection' | 'signal' | 'diagnostics' | 'timeLimit' | 'privateState' | 'save'>,
  kept: State<RotatingAccessKey, never>,
  keyIds: readonly (string | null | undefined)[],
  secretIds: readonly (string | null | undefined)[],
): Promise<State<RotatingAccessKey, never>> {
  const keys = keyIds.filter((id) => typeof id === 'string');
  const former = secretIds.filter((id) => typeof id === 'string' && id !== kept.secret_id) as string[];
  // Before the first deletion: none of them is ever out of state.
  request.save({ ...kept, undeleted_ids: keys, undeleted_secret_ids: former });
  const { accessKeys, secrets } = request.connection.client;
  const reasons: string[] = [];
  /** Deletes these objects one after the other, and returns the ids of those that are left. */
  const remove = async (ids: readonly string[], deleteOne: (id: string) => Promise<unknown>) => {
    const left: string[] = [];
    const fail = (id: string, reason: string) => {
      left.push(id);
      reasons.push(`${JSON.stringify(id)}: ${reason}`);
    };
    for (const id of ids) {
      if (request.signal.aborted) {
        fail(id, 'It was not tried, because of the interruption.');
        continue;
      }
      await deleteOne(id).then(
        () => forgetUnseen(request, id),
        (error: unknown) => fail(id, reasonOf(error)),
      );
    }
    return left;
  };
  // Secrets go first, so that nobody reads a key there that no longer works.
  const undeletedSecrets = await remove(former, (id) => secrets.deleteIfExists(id, toCall(request)));
  const undeleted = await remove(keys, (id) => accessKeys.revoke(id, toCall(request)));
  const done = { ...kept, undeleted_ids: undeleted, undeleted_secret_ids: undeletedSecrets };
  request.save(done);
  if (reasons.length === 0) return done;
  const kind = undeleted.length === 0 ? 'secret' : 'access key';
  const detail =
    `The current key works. Some ${kind === 'secret' ? 'secrets' : 'keys'} that are no longer needed could not be deleted. Their ids are in ` +
    `${kind === 'secret' ? 'undeleted_secret_ids' : 'undeleted_ids'}; the next apply tries again. ${reasons.join(' ')}`;
  throw new DiagnosticError(`Old ${kind} not deleted`, detail);
}
