import type { Blobs } from './blobs';
import { isAbandoned, isExpired, type LifecycleNote, type LifecycleRule, midnightOf } from './lifecycle';
import type { ObjectStore, UploadStore } from './ports';
import type { ObjectWriter } from './write';

/** Deletes what the lifecycle rules of buckets say is due. */
export class Expiry {
  constructor(
    private readonly objects: ObjectStore,
    private readonly uploads: UploadStore,
    private readonly blobs: Blobs,
    private readonly writer: ObjectWriter,
  ) {}

  apply(today: number): LifecycleNote[] {
    return this.blobs.commit(() =>
      this.objects.configurations('lifecycle').flatMap(({ bucketId, text }) => {
        const rules = JSON.parse(text) as LifecycleRule[];
        return rules.flatMap((rule) => this.#applyRule(rule, bucketId, today));
      }),
    );
  }

  #applyRule(rule: LifecycleRule, bucketId: string, today: number): LifecycleNote[] {
    const { prefix = '', id: ruleId } = rule;
    const start = { key: prefix, inclusive: true };
    const note = (action: LifecycleNote['action'], key: string) => ({
      ...{ action, day: midnightOf(today), bucketId, key, ruleId },
    });
    // All of them first: what is scanned is not to be changed.
    const objects = rule.expiration ? [...within(prefix, this.objects.scan(bucketId, start))] : [];
    const expired = objects.filter((object) => isExpired(rule, object, today));
    for (const { key } of expired) this.writer.delete({ bucketId, key });
    const uploads = rule.abortAfterDays ? [...within(prefix, this.uploads.scan(bucketId, start))] : [];
    const abandoned = uploads.filter((upload) => isAbandoned(rule, upload, today));
    for (const { id } of abandoned) this.blobs.release(this.uploads.delete(id));
    return [...expired.map(({ key }) => note('expired', key)), ...abandoned.map(({ key }) => note('aborted', key))];
  }
}

/** What a scan gives as long as keys begin so. */
function* within<T extends { readonly key: string }>(prefix: string, scan: Iterable<T>): Iterable<T> {
  for (const item of scan) {
    if (!item.key.startsWith(prefix)) return;
    yield item;
  }
}
