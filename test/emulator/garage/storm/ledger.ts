/** An access key with both halves, as it was answered. */
export interface KnownKey {
  readonly id: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** A key whose revocation was acknowledged, and the name of a bucket that it opened. */
export interface RevokedKey {
  readonly key: KnownKey;
  readonly bucket: string;
}

/** What clients were told: from then on it must be so. */
export class Ledger {
  /** Text of each object that was acknowledged, by bucket and key. */
  readonly objects = new Map<string, Map<string, string>>();
  /** Keys that no node may accept any more, in the order of their revocation. */
  readonly revoked: RevokedKey[] = [];
  /** Access key ids of those that were accepted once more after a disaster. */
  readonly wereBack = new Set<string>();
  /** Figures of the run. */
  readonly counts: Record<string, number> = {};
  /** What must never happen, in words. */
  readonly violations: string[] = [];
  /**
   * How long after the response to its revocation a key was still tried with success; `afterReturn`: after its node was whole again, too;
   * `afterDisaster`: after a rollback, or the end of a partition.
   */
  latestMs = { always: 0, onNodesThatStayedUp: 0, afterReturn: 0, afterDisaster: 0 };
  /** Which node that last one was, and what had been done to it. */
  latestAt = '';

  count(what: string): void {
    this.counts[what] = (this.counts[what] ?? 0) + 1;
  }

  wrote(bucketId: string, key: string, text: string): void {
    const objects = this.objects.get(bucketId) ?? new Map<string, string>();
    this.objects.set(bucketId, objects.set(key, text));
  }

  /** Returns a function that forgets what was written and deleted since. */
  save(): () => void {
    const copyOf = (objects: Ledger['objects']) => [...objects].map(([id, texts]) => [id, new Map(texts)] as const);
    const saved = copyOf(this.objects);
    return () => {
      this.objects.clear();
      for (const [id, texts] of saved) this.objects.set(id, texts);
    };
  }
}
