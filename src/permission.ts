/**
 * Permission of an access key on its buckets. The service has one set of permissions per key, for all its buckets.
 *
 * @exampleMetadata fixture=stack
 * @example
 * new AccessKey(stack, 'Publisher', { permission: Permission.READ_WRITE, buckets: [assets, uploads] });
 */
export class Permission {
  /** Download and list objects. */
  public static readonly READ = new Permission(true, false, false);
  /** Upload, overwrite and delete objects. */
  public static readonly WRITE = new Permission(false, true, false);
  /** `READ` and `WRITE`. */
  public static readonly READ_WRITE = new Permission(true, true, false);
  /** Full control, including bucket metadata. All three flags are set, since a server may treat them as independent. */
  public static readonly OWNER = new Permission(true, true, true);

  private constructor(
    /** Whether objects can be downloaded and listed. */
    public readonly read: boolean,
    /** Whether objects can be uploaded, overwritten and deleted. */
    public readonly write: boolean,
    /** Whether the key has full control of the bucket. */
    public readonly owner: boolean,
  ) {}

  /** The permission in words, such as `read and write`. */
  public toString(): string {
    if (this.owner) return 'owner';
    return [this.read && 'read', this.write && 'write'].filter(Boolean).join(' and ');
  }

  /** Whether both have the same flags. */
  public isEqualTo(other: Permission): boolean {
    return this.read === other.read && this.write === other.write && this.owner === other.owner;
  }

  /**
   * The union of both permissions.
   *
   * @internal
   */
  public _with(other: Permission | undefined): Permission {
    if (!other) return this;
    return new Permission(this.read || other.read, this.write || other.write, this.owner || other.owner);
  }

  /**
   * Whether this permission includes the other one.
   *
   * @internal
   */
  public _covers(other: Permission): boolean {
    return this._with(other).isEqualTo(this);
  }
}
