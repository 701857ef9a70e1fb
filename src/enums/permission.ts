/**
 * Permission of an access key on its buckets. The service has one set of permissions per key, for all its buckets.
 *
 * @exampleMetadata fixture=stack
 * @example
 * new AccessKey(stack, 'Publisher', { permission: Permission.READ_WRITE, buckets: [assets, uploads] });
 */
export enum Permission {
  /** Download and list objects. */
  READ = 'read',
  /** Upload, overwrite and delete objects. */
  WRITE = 'write',
  /** `READ` and `WRITE`. */
  READ_WRITE = 'read and write',
  /** Full control, including bucket metadata. All three flags are set, since a server may treat them as independent. */
  OWNER = 'owner',
}
