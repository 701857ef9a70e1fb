export type Kind = 'secret' | 'pull secret' | 'bucket' | 'access key';

const idsByKind = (): Readonly<Record<Kind, Set<string>>> => ({
  secret: new Set(),
  'pull secret': new Set(),
  bucket: new Set(),
  'access key': new Set(),
});

/** What one configured provider block has found: objects of the state that lists have shown, and missing ones (P8). Nothing is taken back. */
export class KnownObjects {
  /** Ids of objects that a list has shown. */
  readonly seen = idsByKind();
  /** Ids of objects that count as missing; perhaps seen, too. */
  readonly missing = idsByKind();
  /** Set by whoever reports that the token is for another project, so that this is reported once. */
  foreignTold = false;

  get allMissing(): number {
    return Object.values(this.missing).reduce((sum, { size }) => sum + size, 0);
  }

  /** True once a list has shown any object of this state. */
  get anySeen(): boolean {
    return Object.values(this.seen).some(({ size }) => size > 0);
  }
}
