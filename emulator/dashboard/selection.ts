import type { SeenBucket } from '../domain/buckets';
import type { BucketUse } from '../domain/object-plane';
import type { Objects } from '../domain/objects/objects';
import { holds } from './bucket-use';
import { type Html, html } from './html';
import { confirmation, proof } from './layout';
import { toObjectsPath } from './object-list';
import { type Reply, ROOT } from './reply';
import type { Session } from './sessions';
import { approximateSize, countOf } from './size';
import { clamped } from './text';

/** The id of the form that the boxes of a list belong to. */
export const SELECTION = 'selection';

/** Number of names that a confirmation shows; it counts the others. */
const FEW = 20;

/** The selected entries: keys, and prefixes with all objects below them. */
export interface Chosen {
  readonly keys: readonly string[];
  readonly prefixes: readonly string[];
}

/** Reads the selected entries from a form. */
export function readChosen(form: URLSearchParams): Chosen {
  const read = (name: string) => [...new Set(form.getAll(name).map(decode))];
  return { keys: read('object'), prefixes: read('folder') };
}

/** The form for the ticked entries. The script counts them, and ticks all of a page. */
export function selectionBar(session: Session, { id }: SeenBucket, prefix: string, problem: string | undefined): Html {
  return html`<form class="selection" id="${SELECTION}" method="post" action="${ROOT}/buckets/${id}/selection">
${proof(session)}<input type="hidden" name="prefix" value="${encodeURIComponent(prefix)}">
${problem && html`<p class="problem" role="alert">${problem}</p>`}
<label class="check all"><input type="checkbox" autocomplete="off"> <span>Select all on this page</span></label>
<output class="muted"></output>
<button>Delete selected</button>
</form>`;
}

/** Asks for confirmation before the selected entries are deleted. `folder` is the prefix of the list to return to. */
export function askToDelete(
  objects: Objects,
  session: Session,
  { bucket, chosen, folder }: { bucket: SeenBucket; chosen: Chosen; folder: string },
): Reply {
  const { keys, prefixes } = chosen;
  const names = [
    ...prefixes.map((prefix) => {
      const { objects: count, bytes } = objects.measure(bucket.id, prefix);
      return html`<li>${clamped(prefix)} <span class="muted">${countOf(count, 'object')}, ${approximateSize(bytes)}</span></li>`;
    }),
    ...keys.map((key) => html`<li>${clamped(key)}</li>`),
  ];
  const counted = [
    ...(prefixes.length > 0 ? [countOf(prefixes.length, 'folder')] : []),
    ...(keys.length > 0 ? [countOf(keys.length, 'object')] : []),
  ];
  return confirmation(session, {
    title: `Delete ${counted.join(' and ')}?`,
    says: html`<p>All of it is gone for good. What is uploaded from now on stays.</p>
<ul class="chosen">${names.slice(0, FEW)}${names.length > FEW && html`<li>and ${names.length - FEW} more</li>`}</ul>`,
    path: `/buckets/${bucket.id}/objects/delete`,
    back: toObjectsPath(bucket.id, { prefix: folder }),
    fields: fieldsOf(objects, chosen, [['prefix', encodeURIComponent(folder)]]),
  });
}

/** Asks for confirmation before a bucket is emptied. `isForDeletion` means that the bucket is deleted after that. */
export function askToEmpty(
  objects: Objects,
  session: Session,
  {
    bucket,
    name,
    use,
    isForDeletion,
  }: { bucket: SeenBucket; name: string; use: BucketUse | undefined; isForDeletion: boolean },
): Reply {
  return confirmation(session, {
    title: `Empty bucket ${name}?`,
    says: `${holds(use)} All of it is gone for good. Unfinished uploads, and what is uploaded from now on, stay.`,
    path: `/buckets/${bucket.id}/objects/delete`,
    label: 'Delete all objects',
    back: `/buckets/${bucket.id}`,
    fields: fieldsOf(objects, { keys: [], prefixes: [''] }, isForDeletion ? [['then', 'delete']] : []),
  });
}

function fieldsOf(objects: Objects, { keys, prefixes }: Chosen, others: readonly (readonly [string, string])[]): Html {
  const fields = [
    ['up_to', `${objects.newestVersion()}`] as const,
    ...others,
    // Forms change line breaks, which a key may contain, so keys are encoded.
    ...keys.map((key) => ['object', encodeURIComponent(key)] as const),
    ...prefixes.map((prefix) => ['folder', encodeURIComponent(prefix)] as const),
  ];
  return html`${fields.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}`;
}

/** Decodes a text. Returns it unchanged if it is not encoded. */
export function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
