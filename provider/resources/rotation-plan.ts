/*
 * Plans the two keys (P26). A plan does nothing, or one of three things:
 *
 * 1. It replaces the resource if `store_in` names another secret and the old or the new one is owned, because an owned secret comes and
 *    goes with its keys, and if there is no `store_in` any more, or it is unknown.
 * 2. It rotates, with a warning, if an argument of the current key changed or may change, the key or its secret is gone, it is unknown which key
 *    the secret holds, any secret takes the place of the state, or one that is only written to that of another such one.
 * 3. It retires the previous key, with a warning, if the configured overlap was over at the last read.
 *
 * Beside that it deletes keys in `undeleted_ids`, and another `overlap` moves the end of the present one in state.
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
  set('previous', null);
  set('undeleted_ids', []);
  set('secret_id', plannedSecretId(plan.store_in));
}

/** Plans a change of the existing keys. If a rotation is not certain, because its only reasons are unknown arguments, `previous` is unknown. */
export function planRotation(request: Request, prior: State<RotatingAccessKey>): void {
  const { plan, set, requiresReplace } = request;
  const [before, after] = [prior.store_in, plan.store_in];
  // An owned secret shall begin or cease to hold the key, or no secret any more, or that is unknown. A first secret needs no replacement.
  if (before !== null && (after === null || isUnknown(after) || after.secret_name !== before.secret_name)) {
    requiresReplace(path('store_in'));
    warnOfReplacement(request, prior);
    return;
  }
  const reasons = reasonsToRotate(request, prior);
  if ((prior.undeleted_ids ?? []).length > 0) set('undeleted_ids', []);
  if (reasons.length > 0) {
    planNextKey(request, prior, reasons);
  } else if (prior.previous) {
    planPrevious(request, prior, prior.previous);
  }
}

/** An owned secret comes and goes with its keys, so there is no overlap: whoever applies has to know it before. */
function warnOfReplacement(
  { plan, diagnostics }: Request,
  { current, previous, store_in: before }: State<RotatingAccessKey>,
): void {
  const keys = [current, previous].flatMap((key) => (key ? [JSON.stringify(key.id)] : []));
  if (keys.length === 0) return;
  const isRemoved = plan.store_in === null;
  diagnostics.warn(
    'The access keys are replaced without an overlap',
    `${isRemoved ? 'Removing store_in' : 'Another secret_name in store_in'} deletes ${keys.join(' and ')}, so clients lose access until they have the ` +
      `new key.${before?.secret_name == null ? '' : ` Secret ${JSON.stringify(before.secret_name)} is deleted with them.`} To change the secret with ` +
      'an overlap, add a second coffer_rotating_access_key, switch the clients over, and then remove this one. Another secret_id of secrets that are ' +
      'managed on their own rotates in place.',
    path('store_in'),
  );
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
    const detail = `The overlap ended at ${end}: the previous key ${JSON.stringify(previous.id)} is deleted. The current key stays as it is.`;
    diagnostics.warn('The previous access key retires', detail, path('previous'));
  } else if (end !== previous.retire_after) until(end);
}

function planNextKey(
  { plan, set, diagnostics }: Request,
  prior: State<RotatingAccessKey>,
  reasons: readonly { readonly text: string; readonly certain: boolean }[],
): void {
  const { current, previous, store_in: storeIn } = prior;
  set('current', UNKNOWN);
  if (storeIn === null || prior.secret_id === null || isWrittenAnew(prior, plan.store_in))
    set('secret_id', plannedSecretId(plan.store_in));
  // A value that may turn out to be the same must plan unknown.
  const isCertain = reasons.some(({ certain }) => certain);
  if (!isCertain) {
    set('previous', UNKNOWN);
  } else if (current) {
    const half = isUnknown(plan.store_in) ? UNKNOWN : plan.store_in === null ? current.secret_access_key : null;
    const next = { ...current, secret_access_key: half, retire_after: UNKNOWN };
    set('previous', next as unknown as RotatingAccessKey['previous']);
  }
  const made = `${isCertain ? 'is' : 'may be'} made, because ${reasons.map(({ text }) => text).join(', and ')}`;
  const stays = current
    ? ` The present one, ${JSON.stringify(current.id)}, works on as the previous key for the overlap (${isUnknown(plan.overlap) ? 'not known yet' : plan.overlap}); a later plan retires it.`
    : '';
  const oldest =
    current && previous
      ? ` The previous key ${JSON.stringify(previous.id)}, whose overlap lasts until ${previous.retire_after}, is deleted in this apply, as soon as the new key works.`
      : '';
  diagnostics.warn('The access key rotates', `A new key ${made}.${stays}${oldest}`, path('current'));
}

/** True if the key is or may be stored in another secret that the resource does not own. */
function isWrittenAnew({ store_in: before }: State<RotatingAccessKey>, after: Request['plan']['store_in']): boolean {
  return before !== null && after !== null && !isUnknown(after) && after.secret_id !== before.secret_id;
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
  const { format, secret_id: id } = plan.store_in as NonNullable<RotatingAccessKey['store_in']>;
  if (isWrittenAnew(prior, plan.store_in)) {
    add(isUnknown(id) ? 'store_in may name another secret' : 'store_in names another secret', !isUnknown(id));
  }
  if (format !== prior.store_in.format)
    add(
      isUnknown(format) ? 'the format in the secret may change' : 'the format in the secret changed',
      !isUnknown(format),
    );
  if (prior.secret_id === null) add('the secret that held it is gone');
  else if (isSinkInDoubt(privateState, prior)) add('it is not known which key the secret holds');
  return reasons;
}
