/*
 * Plans the two keys (P26). A plan does nothing, or one of two things:
 *
 * 1. It rotates, with a warning, if an argument of the current key changed or may change, the key or its secret is gone, or it is unknown which key
 *    the secret holds. A secret that was made for the current key stays with it, if the next one is stored elsewhere.
 * 2. It retires the previous key, and the secret made for it, with a warning, if the configured overlap was over at the last read.
 *
 * It also deletes what `undeleted_ids` and `undeleted_secret_ids` name, and another `overlap` moves the end of the present one in state.
 */

import {
  attributeType,
  isUnknown,
  isWhollyKnown,
  maySet,
  type PlanRequest,
  path,
  type State,
  UNKNOWN,
  type Value,
  valuesEqual,
} from '../../framework';
import type { Connection } from '../service/connection';
import { type RotatingAccessKey, rotatingAccessKeySchema } from './rotating-access-key-schema';
import { PREVIOUS_READ_AT, retireAfter } from './rotation';
import { plannedSecretId } from './sink';
import { isSinkInDoubt } from './sink-doubt';
import { isTriggerUnknown } from './unknown-after-import';

type Request = PlanRequest<RotatingAccessKey, Connection>;

export function planFirstKey({ plan, set }: Request): void {
  set('current', nextKey(plan.store_in));
  set('previous', null);
  set('undeleted_ids', []);
  set('secret_id', plannedSecretId(plan.store_in));
}

/** The planned `current` of a key that is about to be created: nothing is known of it, except that a secret holds its secret half in place of the state. */
const nextKey = (storeIn: Request['plan']['store_in']) =>
  ({
    id: UNKNOWN,
    access_key_id: UNKNOWN,
    endpoint: UNKNOWN,
    rotated_at: UNKNOWN,
    secret_access_key: storeIn === null || isUnknown(storeIn) ? UNKNOWN : null,
  }) as unknown as RotatingAccessKey['current'];

/** Plans a change of the existing keys. If a rotation is not certain, because its only reasons are unknown arguments, `previous` is unknown. */
export function planRotation(request: Request, prior: State<RotatingAccessKey>): void {
  const { set } = request;
  const reasons = reasonsToRotate(request, prior);
  if ((prior.undeleted_ids ?? []).length > 0) set('undeleted_ids', []);
  if ((prior.undeleted_secret_ids ?? []).length > 0) set('undeleted_secret_ids', []);
  if (reasons.length > 0) {
    planNextKey(request, prior, reasons);
  } else if (prior.previous) {
    planPrevious(request, prior, prior.previous);
  }
}

/** Plans the previous key during an overlap, after its end, or if its length is changed. */
function planPrevious(
  { plan, set, privateState, diagnostics }: Request,
  prior: State<RotatingAccessKey>,
  previous: NonNullable<RotatingAccessKey['previous']>,
): void {
  const until = (retire_after: unknown) =>
    set('previous', { ...previous, retire_after } as unknown as RotatingAccessKey['previous']);
  if (isUnknown(plan.overlap)) {
    until(UNKNOWN);
    return;
  }
  const end = plan.overlap === prior.overlap ? previous.retire_after : retireAfter(prior, plan.overlap);
  if (Number(privateState.get(PREVIOUS_READ_AT)) >= Date.parse(end ?? '')) {
    set('previous', null);
    const secret = previous.secret_id
      ? `, with the secret ${JSON.stringify(previous.secret_id)} that was made for it`
      : '';
    const detail = `The overlap ended at ${end}: the previous key ${JSON.stringify(previous.id)} is deleted${secret}. The current key stays as it is.`;
    diagnostics.warn('The previous access key retires', detail, path('previous'));
  } else if (end !== previous.retire_after) until(end);
}

function planNextKey(
  { plan, set, diagnostics }: Request,
  prior: State<RotatingAccessKey>,
  reasons: readonly { readonly text: string; readonly certain: boolean }[],
): void {
  const { current, previous, store_in: storeIn } = prior;
  set('current', nextKey(plan.store_in));
  const moves = changesSink(prior, plan.store_in);
  if (prior.secret_id === null || moves !== 'no') set('secret_id', plannedSecretId(plan.store_in));
  const former =
    storeIn?.secret_name == null || moves === 'no' || namesById(plan.store_in, prior) ? null : prior.secret_id;
  // A value that may turn out to be the same must plan unknown.
  const isCertain = reasons.some(({ certain }) => certain);
  if (!isCertain) {
    set('previous', UNKNOWN);
  } else if (current) {
    const half = isUnknown(plan.store_in) ? UNKNOWN : plan.store_in === null ? current.secret_access_key : null;
    const secret = former !== null && moves === 'perhaps' ? UNKNOWN : former;
    const next = { ...current, secret_access_key: half, retire_after: UNKNOWN, secret_id: secret };
    set('previous', next as unknown as RotatingAccessKey['previous']);
  }
  const made = `${isCertain ? 'is' : 'may be'} created, because ${reasons.map(({ text }) => text).join(', and ')}`;
  const stays = current
    ? ` The current key, ${JSON.stringify(current.id)}, keeps working as the previous key for the overlap (${isUnknown(plan.overlap) ? 'not known yet' : plan.overlap}). A later plan retires it.`
    : '';
  const oldest =
    current && previous
      ? ` The previous key ${JSON.stringify(previous.id)}, whose overlap lasts until ${previous.retire_after}, is deleted in this apply, as soon as the new key works.`
      : '';
  const secret =
    former === null || moves === 'perhaps'
      ? ''
      : ` Secret ${JSON.stringify(storeIn?.secret_name)} keeps that key, and is deleted with it.`;
  diagnostics.warn(
    'The access key rotates',
    `A new key ${made}.${stays}${current ? secret : ''}${oldest}`,
    path('current'),
  );
}

/** True if the secret in state is given by its id, so that it is no longer one that was made for a key. */
const namesById = (after: Request['plan']['store_in'], { secret_id: id }: State<RotatingAccessKey>) =>
  after !== null && !isUnknown(after) && after.secret_id === id;

/** Whether the key is stored elsewhere after the change: in another secret, or no longer in one. */
function changesSink(
  { store_in: before }: State<RotatingAccessKey>,
  after: Request['plan']['store_in'],
): 'yes' | 'no' | 'perhaps' {
  if (before === null || after === null) return before === after ? 'no' : isUnknown(after) ? 'perhaps' : 'yes';
  if (isUnknown(after)) return 'perhaps';
  const parts = [
    [before.secret_name, after.secret_name],
    [before.secret_id, after.secret_id],
  ] as const;
  if (parts.some(([old, next]) => !isUnknown(next) && next !== null && next !== old)) return 'yes';
  return parts.some(([, next]) => isUnknown(next)) ? 'perhaps' : 'no';
}

function reasonsToRotate({ plan, privateState }: Request, prior: State<RotatingAccessKey>) {
  const reasons: { readonly text: string; readonly certain: boolean }[] = [];
  const add = (text: string, certain = true) => reasons.push({ text, certain });
  for (const name of ['rotation_trigger', 'bucket_ids', 'permissions'] as const) {
    const [before, after] = [prior[name] as Value, plan[name] as Value];
    // A value that an import left unknown is taken over (P12). A key that we made has buckets and permissions in state.
    if (before === null && (name !== 'rotation_trigger' || isTriggerUnknown(prior, privateState))) continue;
    if (valuesEqual(before, after, attributeType(rotatingAccessKeySchema.attributes[name]))) continue;
    add(isWhollyKnown(after) ? `${name} changed` : `${name} may change`, isWhollyKnown(after));
  }
  if (prior.current === null) add('the current key is gone from the service');
  if (prior.store_in === null) {
    if (maySet(plan.store_in)) add('it is to be stored in a secret', !isUnknown(plan.store_in));
    return reasons;
  }
  const moves = changesSink(prior, plan.store_in);
  if (plan.store_in === null) {
    add('it is no longer to be stored in a secret');
    return reasons;
  }
  if (moves !== 'no')
    add(moves === 'yes' ? 'store_in names another secret' : 'store_in may name another secret', moves === 'yes');
  if (isUnknown(plan.store_in)) return reasons;
  const { format } = plan.store_in;
  if (format !== prior.store_in.format)
    add(
      isUnknown(format) ? 'the format in the secret may change' : 'the format in the secret changed',
      !isUnknown(format),
    );
  if (prior.secret_id === null) add('the secret that held it is gone');
  else if (isSinkInDoubt(privateState, prior)) add('it is not known which key the secret holds');
  return reasons;
}
