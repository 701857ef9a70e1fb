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
      secretId: plan.store_in?.secret_id ?? state.secret_id,
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
  // If there is no current key to move, the previous one keeps its place.
  const oldest = current && previous ? [previous.id] : [];
  const rotated = {
    ...fillFromState(plan, state),
    current: toCurrent(made, now()),
    previous: current
      ? {
          ...current,
          secret_access_key: plan.store_in ? null : current.secret_access_key,
          retire_after: toTimestamp(now() + overlapMs(plan.overlap)),
        }
      : previous,
    secret_id: made.secret_id,
  };
  return discard(request, rotated, [...left, ...oldest]);
}

/** Deletes the previous key in state, which the plan has no more, and earlier undeleted ones, like {@link discard}. */
export function retire(request: Request): Promise<State<RotatingAccessKey, never>> {
  const { plan, state } = request;
  return discard(request, fillFromState(plan, state), [...(state.undeleted_ids ?? []), state.previous?.id]);
}

/**
 * Deletes the keys with these ids, those that are already gone too, and returns `kept`, in which they must have no place any more. Saves the state
 * before and after. Keys that it cannot delete are in its `undeleted_ids` and named in the DiagnosticError. Deletes no more keys after an
 * interruption, because they stay in state (P43).
 */
export async function discard(
  request: Pick<Request, 'connection' | 'signal' | 'diagnostics' | 'timeLimit' | 'privateState' | 'save'>,
  kept: State<RotatingAccessKey, never>,
  given: readonly (string | null | undefined)[],
): Promise<State<RotatingAccessKey, never>> {
  const ids = given.filter((id) => typeof id === 'string');
  request.save({ ...kept, undeleted_ids: ids }); // before the first deletion: none of them is ever out of state
  const failures = new Map<string, string>();
  const { accessKeys } = request.connection.client;
  for (const id of ids) {
    if (request.signal.aborted) {
      failures.set(id, 'It was not tried, because of the interruption.');
      continue;
    }
    await accessKeys.revoke(id, toCall(request)).then(
      () => forgetUnseen(request, id),
      (error: unknown) => failures.set(id, reasonOf(error)),
    );
  }
  const done = { ...kept, undeleted_ids: [...failures.keys()] };
  request.save(done);
  if (failures.size === 0) return done;
  const named = [...failures].map(([id, reason]) => `${JSON.stringify(id)}: ${reason}`).join(' ');
  const detail = `The current key works. Some keys that are no longer needed could not be deleted. Their ids are in undeleted_ids; the next apply tries again. ${named}`;
  throw new DiagnosticError('Old access key not deleted', detail);
}
