import type { JournalEntry } from '../journal/entry';
import type { SearchField } from '../journal/search';
import { nameOf } from './buckets';
import { type Content, html, named } from './html';
import { journalPath } from './journal-search';
import { link, toPath } from './layout';
import type { DashboardContext } from './ports';
import { nameOf as nameOfServer } from './pull-secrets';
import type { Visit } from './site';

/** What a request was about, with links: to what is still there, and to all requests about it. */
export interface RequestAbout {
  readonly object: readonly [name: string, says: Content] | undefined;
  readonly key: Content;
  readonly accessKey: Content;
  readonly project: Content;
}

type Term = readonly [field: SearchField, value: string];

export function aboutOf(
  item: JournalEntry,
  { session: { caller } }: Visit,
  { service, journal: { hide } }: Pick<DashboardContext, 'service' | 'journal'>,
): RequestAbout {
  const { api, objectId, key, accessKeyId, projectId } = item;
  const keys = service.accessKeys.stored(caller);
  // Until the bucket is known, S3 clients name it first in the path.
  const alias = (api === 's3' && objectId === undefined && item.path.split('/', 2)[1]) || undefined;
  const bucket = service.buckets.stored(caller).find((each) => each.id === objectId || each.alias === alias);
  const find = <T extends { readonly id: string }>(all: readonly T[]) => all.find(({ id }) => id === objectId);

  /** `to`: its page; undefined if it is gone. */
  const about = (text: string, to: string | undefined, ...terms: readonly Term[]): Content => {
    const shown = named(hide(text));
    return html`${to === undefined ? shown : link(to, shown)} <span class="muted">·</span> ${link(journalPath(...terms), 'all requests')}`;
  };

  const ofRecord = (id: string): readonly [string, Content] => {
    const secret = find(service.secrets.stored(caller));
    if (secret) return ['Secret', about(secret.name, `/secrets/${id}`, ['id', id])];
    const pull = find(service.pullSecrets.stored(caller));
    const inList = (path: string) => toPath(path, { q: id });
    if (pull) return ['Pull secret', about(nameOfServer(pull.server), inList('/pull-secrets'), ['id', id])];
    const made = find(keys);
    if (made) return ['Access key', about(made.accessKeyId, inList('/keys'), ['id', id])];
    return ['Object', about(id, undefined, ['id', id])];
  };
  const ofObject = () => {
    const name = bucket ? nameOf(bucket) : (alias ?? objectId);
    if (name === undefined) return undefined;
    if (api !== 's3' && !bucket) return ofRecord(name);
    return ['Bucket', about(name, bucket && `/buckets/${bucket.id}`, ['bucket', name])] as const;
  };
  const ofKey = () => {
    if (key === undefined) return undefined;
    const isStored = bucket && service.plane.isHere && service.objects.find({ bucketId: bucket.id, key });
    const to = isStored ? toPath(`/buckets/${bucket.id}/object/details`, { key }) : undefined;
    return about(key, to, ...(bucket ? [['bucket', nameOf(bucket)] as const] : []), ['key', key]);
  };
  const ofAccessKey = () => {
    if (accessKeyId === undefined) return undefined;
    const isThere = keys.some((each) => each.accessKeyId === accessKeyId);
    return about(accessKeyId, isThere ? toPath('/keys', { q: accessKeyId }) : undefined, ['access_key', accessKeyId]);
  };
  return {
    object: ofObject(),
    key: ofKey(),
    accessKey: ofAccessKey(),
    project: projectId === undefined ? 'not known' : about(projectId, undefined, ['project', projectId]),
  };
}
