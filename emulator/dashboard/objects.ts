import type { SeenBucket } from '../domain/buckets';
import { DomainError } from '../domain/errors';
import type { StoredObject } from '../domain/objects/records';
import { folderOf, toPath } from './bucket-objects';
import { bucketPage, getBucket } from './buckets';
import { confirmation } from './confirmation';
import { html } from './html';
import type { DashboardContext } from './ports';
import { type Reply, redirect } from './reply';
import { PageError, type Site, type UploadVisit, type Visit } from './site';
import { approximateSize } from './size';
import { visible } from './text';

/** Most bytes of a key. */
const LONGEST_KEY_BYTES = 1024;

/** Objects of a bucket: upload, download, delete. The whole token may do so: no access key is asked for. */
export function addObjectPages(site: Site, context: DashboardContext): void {
  const { buckets, objects, plane } = context.service;
  // Elsewhere an S3 client is the way to them.
  if (!plane.isHere) return;

  const get = (visit: Visit, key: string): { bucket: SeenBucket; object: StoredObject } => {
    const bucket = getBucket(buckets, visit);
    const object = objects.find({ bucketId: bucket.id, key });
    if (!object) throw new PageError(404, `The bucket has no object named "${visible(key)}".`);
    return { bucket, object };
  };

  site.page('/buckets/:id/object', (visit) => {
    const { object } = get(visit, visit.query.key ?? '');
    return { kind: 'file', name: object.key, length: object.size, chunks: objects.read(object) };
  });

  site.upload('/buckets/:id/upload', async (visit) => {
    const bucket = getBucket(buckets, visit);
    const { fields, filename, contentType, body } = visit.upload;
    const name = (fields.get('name') ?? '').trim();
    const prefix = decode(fields.get('prefix') ?? '');
    const key = prefix + (name || filename);
    const address = { bucketId: bucket.id, key };
    const condition = toCondition(visit, key);
    try {
      if (filename === '') throw new DomainError('invalid', 'Choose a file.', 'file');
      requireKey(key);
      // What is refused now is refused before the file is stored.
      condition(objects.find(address));
      const headers = { 'content-type': contentType || 'application/octet-stream' };
      const { size } = await objects.put(address, { headers, metadata: {} }, body, { condition });
      visit.session.flash = `${visible(key)} was uploaded: ${approximateSize(BigInt(size))}.`;
      return redirect(toFolder(bucket, prefix));
    } catch (error) {
      if (!(error instanceof DomainError) || error.code === 'not_found') throw error;
      const problems = [{ field: error.field ?? 'file', message: error.message }];
      return bucketPage(context, { ...visit, query: { prefix } }, bucket, { upload: { values: { name }, problems } });
    }
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
    visit.session.flash = `${visible(object.key)} was deleted.`;
    return redirect(toFolder(bucket, folderOf(object.key)));
  });
}

const toFolder = ({ id }: SeenBucket, prefix: string) =>
  prefix === '' ? `/buckets/${id}` : toPath(`/buckets/${id}`, { prefix });

/** What has to hold when the upload is stored. */
function toCondition({ upload, requireCurrent }: UploadVisit, key: string) {
  return (current: StoredObject | undefined) => {
    requireCurrent();
    if (!current || upload.fields.get('replace') === 'yes') return;
    throw new DomainError('conflict', `There is an object named "${visible(key)}" already.`, 'replace');
  };
}

function requireKey(key: string): void {
  if (Buffer.byteLength(key) <= LONGEST_KEY_BYTES) return;
  throw new DomainError('invalid', `A name has at most ${LONGEST_KEY_BYTES} bytes with its folders.`, 'name');
}

/** Fields of forms lose line breaks, which a key may hold: it goes through them encoded. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
