import type { SeenBucket } from '../domain/buckets';
import { Deletion } from '../domain/objects/deletion';
import type { Objects } from '../domain/objects/objects';
import { folderOf } from './bucket-objects';
import { holds } from './bucket-use';
import { bucketPage, getBucket, nameOf } from './buckets';
import { type Deletions, outcomeOf, type WatchedDeletion } from './deletions';
import { clamped, countOf, grouped, type Html, html } from './html';
import { button, confirmation, link, region } from './layout';
import { decode, toObjectsPath } from './object-list';
import type { DashboardContext } from './ports';
import { page, type Reply, redirect, refused } from './reply';
import { PageError, type Site, type Visit } from './site';
import { approximateSize } from './sizes';

/** Number of steps before the response. A longer deletion continues in the background, with a page for its progress. */
const STEPS_AT_ONCE = 4;

/** Interval at which the page of a deletion refreshes, in milliseconds. */
const EVERY_MS = 500;

/** Number of names that a confirmation shows; it counts the others. */
const FEW = 20;

/** The selected entries: keys, and prefixes with all objects below them. */
interface Chosen {
  readonly keys: readonly string[];
  readonly prefixes: readonly string[];
}

function readChosen(form: URLSearchParams): Chosen {
  const read = (name: string) => [...new Set(form.getAll(name).map(decode))];
  return { keys: read('object'), prefixes: read('folder') };
}

type Hidden = readonly [name: string, value: string];

/** Deletes many objects: selected ones, folders, or all objects of a bucket. */
export function addDeletionPages(site: Site, context: DashboardContext, deletions: Deletions): void {
  const { buckets, objects, plane } = context.service;
  if (!plane.isHere) return;

  /** Asks before the chosen entries are deleted. `folder` is the prefix of the list to return to. */
  const ask = ({ session }: Visit, bucket: SeenBucket, chosen: Chosen, folder: string): Reply => {
    const { keys, prefixes } = chosen;
    const names = [
      ...prefixes.map((prefix) => {
        const { objects: count, bytes } = objects.measure(bucket.id, prefix);
        return html`<li>${clamped(prefix)} <span class="muted">${countOf(count, 'object')}, ${approximateSize(bytes)}</span></li>`;
      }),
      ...keys.map((key) => html`<li>${clamped(key)}</li>`),
    ];
    const counted = [
      prefixes.length > 0 && countOf(prefixes.length, 'folder'),
      keys.length > 0 && countOf(keys.length, 'object'),
    ];
    return confirmation(session, {
      title: `Delete ${counted.filter(Boolean).join(' and ')}?`,
      says: html`<p>All of it is gone for good. What is uploaded from now on stays.</p>
<ul class="chosen">${names.slice(0, FEW)}${names.length > FEW && html`<li>and ${names.length - FEW} more</li>`}</ul>`,
      path: `/buckets/${bucket.id}/objects/delete`,
      back: toObjectsPath(bucket.id, { prefix: folder }),
      fields: fieldsOf(objects, chosen, [['prefix', encodeURIComponent(folder)]]),
    });
  };

  site.action('/buckets/:id/selection', (visit) => {
    const bucket = getBucket(buckets, visit);
    const chosen = readChosen(visit.form);
    const folder = decode(visit.form.get('prefix') ?? '');
    if (chosen.keys.length + chosen.prefixes.length > 0) return ask(visit, bucket, chosen, folder);
    const selection = 'Nothing is selected: tick what is to be deleted.';
    return refused(bucketPage(context, { ...visit, query: { prefix: folder } }, bucket, { selection }), 422);
  });

  site.page('/buckets/:id/folder/delete', (visit) => {
    const bucket = getBucket(buckets, visit);
    const { prefix = '' } = visit.query;
    if (prefix === '') throw new PageError(404, 'The address names no folder.');
    return ask(visit, bucket, { keys: [], prefixes: [prefix] }, folderOf(prefix.slice(0, -1)));
  });

  site.page('/buckets/:id/empty', (visit) => {
    const bucket = getBucket(buckets, visit);
    const then: Hidden[] = visit.query.then === 'delete' ? [['then', 'delete']] : [];
    return confirmation(visit.session, {
      title: `Empty bucket ${nameOf(bucket)}?`,
      says: `${holds(buckets.usage(bucket.id))} All of it is gone for good. Unfinished uploads, and what is uploaded from now on, stay.`,
      path: `/buckets/${bucket.id}/objects/delete`,
      label: 'Delete all objects',
      back: `/buckets/${bucket.id}`,
      fields: fieldsOf(objects, { keys: [], prefixes: [''] }, then),
    });
  });

  site.action('/buckets/:id/objects/delete', (visit) => {
    const bucket = getBucket(buckets, visit);
    const { form, epoch } = visit;
    const chosen = readChosen(form);
    const upTo = Number(form.get('up_to') ?? '');
    const back =
      form.get('then') === 'delete'
        ? `/buckets/${bucket.id}/delete`
        : toObjectsPath(bucket.id, { prefix: decode(form.get('prefix') ?? '') });
    const below = chosen.prefixes.map((prefix) => objects.measure(bucket.id, prefix).objects);
    const total = below.reduce((sum, count) => sum + count, chosen.keys.length);
    const deletion = new Deletion(objects, bucket.id, { ...chosen, upTo: Number.isSafeInteger(upTo) ? upTo : 0 });
    const ended = () => {
      const { deleted, deletedKeys: keys } = deletion;
      if (deleted > 0)
        visit.record('DeleteObjects', bucket, { body: { prefixes: [...chosen.prefixes], keys, deleted } });
    };
    for (let n = 0; n < STEPS_AT_ONCE; n++) {
      if (deletion.step()) continue;
      ended();
      return redirect(back, outcomeOf(deletion));
    }
    const about = { bucketId: bucket.id, name: nameOf(bucket), total, back, epoch };
    const { id } = deletions.start(deletion, about, ended);
    return redirect(`/deletions/${id}`);
  });

  const get = (visit: Visit): WatchedDeletion => {
    const watched = deletions.find(visit.id);
    // Only visitors who may see the bucket may see its deletion.
    if (!watched) throw new PageError(404, 'There is no such deletion, or it ended with a reset.');
    getBucket(buckets, { ...visit, id: watched.bucketId });
    return watched;
  };

  site.page('/deletions/:id', (visit) => show(visit, get(visit)));

  site.action('/deletions/:id/cancel', (visit) => {
    const watched = get(visit);
    deletions.cancel(watched);
    return redirect(`/deletions/${watched.id}`);
  });
}

function show({ session }: Visit, watched: WatchedDeletion): Reply {
  const { id, name, total, back, deletion, state } = watched;
  const isRunning = state === 'running';
  const done = deletion.deleted + deletion.kept;
  const ends = {
    running: '',
    done: outcomeOf(deletion),
    cancelled: `Cancelled. ${outcomeOf(deletion)} The others are still there.`,
    failed: `It could not go on: the bucket is gone, or the emulator's log says why. ${outcomeOf(deletion)}`,
  };
  return page(
    `Deleting objects of ${name}`,
    region(
      'deletion',
      `/deletions/${id}`,
      html`<div class="card narrow">
<progress aria-label="Objects deleted" max="${Math.max(total, done, 1)}" value="${state === 'done' ? Math.max(total, done, 1) : done}"></progress>
<p>${isRunning ? `${grouped(deletion.deleted)} of ${countOf(total, 'object')} deleted` : html`<span role="status">${ends[state]}</span>`}</p>
${isRunning && html`<noscript><p>${link(`/deletions/${id}`, 'Reload this page')} to see how far it is.</p></noscript>`}
<div class="choices">${isRunning ? button(session, { path: `/deletions/${id}/cancel`, label: 'Cancel' }) : link(back, 'Go on')}</div>
</div>`,
      isRunning ? EVERY_MS : undefined,
    ),
  );
}

function fieldsOf(objects: Objects, { keys, prefixes }: Chosen, others: readonly Hidden[]): Html {
  const fields: Hidden[] = [
    ['up_to', `${objects.newestVersion()}`],
    ...others,
    // Forms change line breaks, which a key may contain, so keys are encoded.
    ...keys.map((key): Hidden => ['object', encodeURIComponent(key)]),
    ...prefixes.map((prefix): Hidden => ['folder', encodeURIComponent(prefix)]),
  ];
  return html`${fields.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}`;
}
