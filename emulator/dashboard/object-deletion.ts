import { Deletion } from '../domain/objects/deletion';
import { folderOf } from './bucket-objects';
import { bucketPage, getBucket, nameOf } from './buckets';
import { type Deletions, outcomeOf, type WatchedDeletion } from './deletions';
import { html } from './html';
import { button, link, region } from './layout';
import { toObjectsPath } from './object-list';
import type { DashboardContext } from './ports';
import { page, type Reply, redirect, refused } from './reply';
import { askToDelete, askToEmpty, decode, readChosen } from './selection';
import { PageError, type Site, type Visit } from './site';
import { countOf, grouped } from './size';

/** Number of steps before the response. A longer deletion continues in the background, with a page for its progress. */
const STEPS_AT_ONCE = 4;

/** Interval at which the page of a deletion refreshes, in milliseconds. */
const EVERY_MS = 500;

/** Deletes many objects: selected ones, folders, or all objects of a bucket. */
export function addDeletionPages(site: Site, context: DashboardContext, deletions: Deletions): void {
  const { buckets, objects, plane } = context.service;
  if (!plane.isHere) return;

  site.action('/buckets/:id/selection', (visit) => {
    const bucket = getBucket(buckets, visit);
    const chosen = readChosen(visit.form);
    const folder = decode(visit.form.get('prefix') ?? '');
    if (chosen.keys.length + chosen.prefixes.length > 0) {
      return askToDelete(objects, visit.session, { bucket, chosen, folder });
    }
    const selection = 'Nothing is selected: tick what is to be deleted.';
    return refused(bucketPage(context, { ...visit, query: { prefix: folder } }, bucket, { selection }), 422);
  });

  site.page('/buckets/:id/folder/delete', (visit) => {
    const bucket = getBucket(buckets, visit);
    const { prefix = '' } = visit.query;
    if (prefix === '') throw new PageError(404, 'The address names no folder.');
    const chosen = { keys: [], prefixes: [prefix] };
    return askToDelete(objects, visit.session, { bucket, chosen, folder: folderOf(prefix.slice(0, -1)) });
  });

  site.page('/buckets/:id/empty', (visit) => {
    const bucket = getBucket(buckets, visit);
    const use = buckets.usage(bucket.id);
    const isForDeletion = visit.query.then === 'delete';
    return askToEmpty(objects, visit.session, { bucket, name: nameOf(bucket), use, isForDeletion });
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
    const total = chosen.prefixes.reduce(
      (sum, prefix) => sum + objects.measure(bucket.id, prefix).objects,
      chosen.keys.length,
    );
    const deletion = new Deletion(objects, bucket.id, { ...chosen, upTo: Number.isSafeInteger(upTo) ? upTo : 0 });
    for (let n = 0; n < STEPS_AT_ONCE; n++) {
      if (deletion.step()) continue;
      return redirect(back, outcomeOf(deletion));
    }
    const { id } = deletions.start(deletion, { bucket, name: nameOf(bucket), total, back, epoch });
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
<progress aria-label="Objects deleted" max="${Math.max(total, done, 1)}" value="${isRunning ? done : Math.max(total, done, 1)}"></progress>
<p>${isRunning ? `${grouped(deletion.deleted)} of ${countOf(total, 'object')} deleted` : html`<span role="status">${ends[state]}</span>`}</p>
${isRunning && html`<noscript><p>${link(`/deletions/${id}`, 'Reload this page')} to see how far it is.</p></noscript>`}
<div class="choices">${isRunning ? button(session, { path: `/deletions/${id}/cancel`, label: 'Cancel' }) : link(back, 'Go on')}</div>
</div>`,
      isRunning ? EVERY_MS : undefined,
    ),
  );
}
