import type { Service } from '../domain/service';
import type { JournalEntry } from '../journal/entry';
import { nameOf } from './buckets';
import { type Content, html, named } from './html';
import { journalPath } from './journal-search';
import { link } from './layout';
import { toPath } from './list';
import { nameOf as nameOfServer } from './pull-secrets';
import type { Visit } from './site';

/** What a request was about, with links: to what is still there, and to all requests about it. */
export interface RequestAbout {
  readonly object: readonly [name: string, says: Content] | undefined;
  readonly key: Content;
  readonly accessKey: Content;
  readonly project: Content;
}

export function aboutOf(item: JournalEntry, { session: { caller } }: Visit, service: Service): RequestAbout {
  const { api, objectId, key, accessKeyId, projectId } = item;
  const buckets = service.buckets.stored(caller);
  const keys = service.accessKeys.stored(caller);
  // Until the bucket is known, S3 clients name it first in the path.
  const alias = (api === 's3' && objectId === undefined && item.path.split('/', 2)[1]) || undefined;
  const bucket = buckets.find((each) => each.id === objectId || each.alias === alias);
  const others = (to: string) => link(to, 'all requests');
  const about = (says: Content, to: string) => html`${says} <span class="muted">·</span> ${others(to)}`;

  const ofRecord = (id: string) => {
    const secret = service.secrets.stored(caller).find((each) => each.id === id);
    if (secret) return ['Secret', about(link(`/secrets/${id}`, named(secret.name)), journalPath(['id', id]))] as const;
    const pull = service.pullSecrets.stored(caller).find((each) => each.id === id);
    if (pull)
      return [
        'Pull secret',
        about(link(toPath('/pull-secrets', { q: id }), named(nameOfServer(pull.server))), journalPath(['id', id])),
      ] as const;
    const made = keys.find((each) => each.id === id);
    if (made)
      return [
        'Access key',
        about(link(toPath('/keys', { q: id }), made.accessKeyId), journalPath(['id', id])),
      ] as const;
    return ['Object', about(named(id), journalPath(['id', id]))] as const;
  };
  const ofBucket = () => {
    if (bucket)
      return [
        'Bucket',
        about(link(`/buckets/${bucket.id}`, nameOf(bucket)), journalPath(['bucket', nameOf(bucket)])),
      ] as const;
    const name = objectId ?? alias;
    return name === undefined ? undefined : (['Bucket', about(named(name), journalPath(['bucket', name]))] as const);
  };
  const isStored =
    key !== undefined && bucket && service.plane.isHere && service.objects.find({ bucketId: bucket.id, key });
  const ofKey = () => {
    if (key === undefined) return undefined;
    const shown = html`<code>${named(key)}</code>`;
    const to = bucket && toPath(`/buckets/${bucket.id}/object/details`, { key });
    return about(
      isStored && to ? link(to, shown) : shown,
      journalPath(...(bucket ? [['bucket', nameOf(bucket)] as const] : []), ['key', key]),
    );
  };
  const ofAccessKey = () => {
    if (accessKeyId === undefined) return undefined;
    const isThere = keys.some((each) => each.accessKeyId === accessKeyId);
    const shown = html`<code>${accessKeyId}</code>`;
    return about(
      isThere ? link(toPath('/keys', { q: accessKeyId }), shown) : shown,
      journalPath(['access_key', accessKeyId]),
    );
  };
  return {
    object: api === 's3' || bucket ? ofBucket() : objectId === undefined ? undefined : ofRecord(objectId),
    key: ofKey(),
    accessKey: ofAccessKey(),
    project: projectId === undefined ? 'not known' : about(named(projectId), journalPath(['project', projectId])),
  };
}
