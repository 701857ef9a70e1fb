import type { SeenBucket } from '../domain/buckets';
import { DomainError } from '../domain/errors';
import type { StoredObject } from '../domain/objects/records';
import { folderOf } from './bucket-objects';
import { beyondQuota } from './bucket-use';
import { bucketPage, getBucket, nameOf } from './buckets';
import { html, visible } from './html';
import { journalPath } from './journal-search';
import { confirmation, link } from './layout';
import { decode, toObjectsPath } from './object-list';
import type { DashboardContext } from './ports';
import { page, type Reply, redirect, refused } from './reply';
import { PageError, type Site, type Visit } from './site';
import { approximateSize } from './sizes';

const LONGEST_KEY_BYTES = 1024;

/** Objects of a bucket: upload, download, delete. Sessions need no access key for it. */
export function addObjectPages(site: Site, context: DashboardContext): void {
  const { buckets, objects, plane } = context.service;
  // Objects in a storage cluster are reached by an S3 client only.
  if (!plane.isHere) return;

  const usedBy = ({ id }: SeenBucket) => buckets.usage(id)?.bytes ?? 0n;

  const get = (visit: Visit, key: string) => getObject(context.service, visit, key);

  site.page('/buckets/:id/object', (visit) => {
    const { object } = get(visit, visit.query.key ?? '');
    return { kind: 'file', name: object.key, length: object.size, chunks: objects.read(object) };
  });

  site.upload('/buckets/:id/upload', async (visit) => {
    const bucket = getBucket(buckets, visit);
    const { fields, filename, contentType, body } = visit.upload;
    const name = (fields.get('name') ?? '').trim();
    const prefix = decode(fields.get('prefix') ?? '');
    // Only the script sends a complete key.
    const key = fields.has('key') ? decode(fields.get('key') ?? '') : prefix + (name || filename);
    const address = { bucketId: bucket.id, key };
    const condition = (current: StoredObject | undefined) => {
      visit.requireCurrent();
      if (!current || fields.get('replace') === 'yes') return;
      throw new DomainError('conflict', taken(key), 'replace');
    };
    const size = toBytes(fields.get('size') ?? `${visit.upload.formLength ?? 0}`);
    try {
      if (filename === '') throw new DomainError('invalid', 'Choose a file.', 'file');
      const problem = keyProblem(key);
      if (problem) throw new DomainError('invalid', problem, 'name');
      // Checked once before the file is received, and again when it is stored.
      condition(objects.find(address));
      const headers = { 'content-type': contentType || 'application/octet-stream' };
      const stored = await objects.put(address, { headers, metadata: {} }, body, { condition });
      visit.record('PutObject', bucket, { key });
      const says = `${visible(key)} was uploaded: ${approximateSize(BigInt(stored.size))}.`;
      return redirect(toFolder(bucket, prefix), says);
    } catch (error) {
      if (!(error instanceof DomainError) || error.code === 'not_found') throw error;
      const over = beyondQuota(bucket, usedBy(bucket), size, objects.find(address)?.size);
      const message = error.code === 'quota_exceeded' && over ? `The file ${over}.` : error.message;
      const upload = { values: { name }, problems: [{ field: error.field ?? 'file', message }] };
      return refused(bucketPage(context, { ...visit, query: { prefix } }, bucket, { upload }), 422);
    }
  });

  site.action('/buckets/:id/upload/check', (visit) => {
    const bucket = getBucket(buckets, visit);
    const { form } = visit;
    const sizes = form.getAll('size').map(toBytes);
    let planned = toBytes(form.get('planned') ?? '');
    const problems = form.getAll('key').map((text, index) => {
      const key = decode(text);
      const current = objects.find({ bucketId: bucket.id, key });
      const size = sizes[index] ?? 0n;
      const over = beyondQuota(bucket, usedBy(bucket) + planned, size, current?.size);
      const isTaken = current !== undefined && form.get('replace') !== 'yes';
      const problem = keyProblem(key) ?? (isTaken ? taken(key) : over && `The file ${over}.`);
      if (problem === undefined) planned += size - BigInt(current?.size ?? 0);
      return problem;
    });
    return page('Upload', html`<ul class="checked">${problems.map((problem) => html`<li>${problem}</li>`)}</ul>`);
  });

  site.page('/buckets/:id/object/delete', (visit) => {
    const { bucket, object } = get(visit, visit.query.key ?? '');
    return confirmation(visit.session, {
      title: `Delete ${visible(object.key)}?`,
      says: 'Its bytes are gone for good.',
      path: `/buckets/${bucket.id}/object/delete`,
      back: toFolder(bucket, folderOf(object.key)),
      fields: html`<input type="hidden" name="key" value="${encodeURIComponent(object.key)}"><input type="hidden" name="version" value="${object.version}">`,
    });
  });

  site.action('/buckets/:id/object/delete', (visit): Reply => {
    const { bucket, object } = get(visit, decode(visit.form.get('key') ?? ''));
    if (`${object.version}` !== visit.form.get('version')) {
      throw new PageError(409, 'Somebody has replaced the object since you were asked: nothing was deleted.');
    }
    objects.delete(object);
    visit.record('DeleteObject', bucket, { key: object.key });
    return redirect(toFolder(bucket, folderOf(object.key)), `${visible(object.key)} was deleted.`);
  });
}

/** The object with this key in the bucket with the id in the path. Throws a {@link PageError} if there is none. */
export function getObject(
  { buckets, objects }: DashboardContext['service'],
  visit: Visit,
  key: string,
): { bucket: SeenBucket; object: StoredObject } {
  const bucket = getBucket(buckets, visit);
  const object = objects.find({ bucketId: bucket.id, key });
  if (object) return { bucket, object };
  const requests = link(journalPath(['bucket', nameOf(bucket)], ['key', key]), 'Requests about it');
  throw new PageError(404, `The bucket has no object named "${visible(key)}".`, html`<p>${requests}</p>`);
}

const toFolder = ({ id }: SeenBucket, prefix: string) => toObjectsPath(id, { prefix });

/** A number of bytes that the script has sent; 0 for any other text. */
const toBytes = (text: string) => (/^\d{1,18}$/.test(text) ? BigInt(text) : 0n);

const taken = (key: string) => `There is an object named "${visible(key)}" already.`;

function keyProblem(key: string): string | undefined {
  if (key === '') return 'An object needs a name.';
  if (Buffer.byteLength(key) <= LONGEST_KEY_BYTES) return undefined;
  return `A name has at most ${LONGEST_KEY_BYTES} bytes with its folders.`;
}
