import type { Blobs } from './blobs';
import { isAbandoned, isExpired, type LifecycleNote, type LifecycleRule, midnightOf } from './lifecycle';
import type { ObjectStore, UploadStore } from './ports';
import type { ObjectWriter } from './write';

/** Applies the lifecycle rules of buckets. */
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
    // All are collected first, because a bucket must not be changed during a scan.
    const objects = rule.expiration ? [...within(prefix, this.objects.scan(bucketId, start))] : [];
    const expired = objects.filter((object) => isExpired(rule, object, today));
    for (const { key } of expired) this.writer.delete({ bucketId, key });
    const uploads = rule.abortAfterDays ? [...within(prefix, this.uploads.scan(bucketId, start))] : [];
    const abandoned = uploads.filter((upload) => isAbandoned(rule, upload, today));
    for (const { id } of abandoned) this.blobs.release(this.uploads.delete(id));
    return [...expired.map(({ key }) => note('expired', key)), ...abandoned.map(({ key }) => note('aborted', key))];
  }
}

/** The items of a scan as long as their keys begin with the prefix. */
function* within<T extends { readonly key: string }>(prefix: string, scan: Iterable<T>): Iterable<T> {
  for (const item of scan) {
    if (!item.key.startsWith(prefix)) return;
    yield item;
  }
}
