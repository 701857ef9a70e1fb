import type { LastingCreation, Made } from './create-once';
import type { Call } from './settings';
import { quoted, withIds } from './with-ids';

/**
 * Warns, by `call.warn`, in one warning of all objects that the list before a create shows and that match it. A run that was killed between its
 * create and the write of its state leaves such an object, which no state tracks and nothing else names (P43); it may as well be somebody else's.
 * `noun` names the kind: `bucket`. `ours`: the ids that this client has made. Unreadable records do not count.
 */
export function warnOfLookalikes<T extends { readonly id: string }>(
  noun: string,
  { id, before }: Made<T>,
  { subject, matches }: Pick<LastingCreation<T>, 'subject' | 'matches'>,
  ours: ReadonlySet<string>,
  call: Call,
): void {
  const ids = before.records.filter((one) => one.id !== id && !ours.has(one.id) && matches(one)).map((one) => one.id);
  if (ids.length === 0) return;
  call.warn?.(
    withIds(`Another ${noun} like this one`, ids),
    `Before ${JSON.stringify(id)} was made, the list already showed the same as ${subject}: ${quoted(ids)}. If a run that was killed made it, no state tracks it: delete it at the service, or import it in place of the new one. If another resource or somebody else has it, nothing is to be done.`,
  );
}
