/**
 * Returns the value of a rule on which the response depends. The call may be recorded, and may throw: call it only where the
 * value makes a difference, before anything changes, and in a statement of its own or a condition, not beside `&&` or `||`.
 */
export type Rely<Values = Rules> = <Name extends keyof Values>(name: Name) => Values[Name];

/** Knobs of the interface that change what the service does, not only how a response looks. */
export interface Rules {
  /** A second secret of the same name in a project: refused, accepted beside the first, or taken as an update of the first (an upsert). */
  readonly takenName: 'conflict' | 'accept' | 'overwrite';
  /**
   * What the owner permission allows at the S3 endpoint: everything, as the interface words it, or the bucket's configuration
   * only, independent of the other two, as Garage has it.
   */
  readonly ownerPermission: 'full' | 'independent';
  /** What a list covers: all projects that the token may use, or only the first of them. */
  readonly listScope: 'token' | 'project';
  /** A bucket update without `description`: the old one stays, or is cleared. */
  readonly omittedDescription: 'keep' | 'clear';
  /** What clears a description: `""` and null alike, only one of them (the other changes nothing), or nothing at all. */
  readonly clearsDescription: 'both' | 'empty' | 'null' | 'neither';
  /** What becomes of a description: stored as sent, without white space at its ends, or only its first 40 characters. */
  readonly descriptions: 'as_sent' | 'trimmed' | 'clipped';
  /** What becomes of a quota: stored as sent, or as whole mebibytes, at least one. */
  readonly maxSizes: 'as_sent' | 'whole_mebibytes';
  /** How a bucket looks before its alias and endpoint are there: without them, with nulls, with `""`, or not listed at all. */
  readonly unsettled: 'absent' | 'null' | 'empty' | 'hidden';
  /** Deleting a bucket that holds objects: refused, or done with everything in it. Unfinished uploads never keep a bucket. */
  readonly deleteNonEmpty: 'conflict' | 'delete';
  /** A canned ACL other than `private` at the S3 endpoint: stored as if it were not there, as Garage does, or refused. Nothing is ever public. */
  readonly cannedAcl: 'ignore' | 'refuse';
  /** `x-amz-server-side-encryption: AES256` at the S3 endpoint: without effect, as with Garage, or refused. */
  readonly serverSideEncryption: 'ignore' | 'refuse';
  /**
   * Checksums at the S3 endpoint. `aws`: an object whose client sends none gets a CRC64NVME, a part of a COMPOSITE upload must
   * carry its checksum, and MD5, SHA512 and XXHASH are known. `garage`: none is added or required, and those four are refused.
   */
  readonly s3Checks: 'aws' | 'garage';
  /**
   * GET and HEAD with the number of a part that the object does not have: 400 `InvalidPart`, as Garage and Ceph have it, or 416
   * `InvalidPartNumber`, as AWS has it.
   */
  readonly unknownPart: 400 | 416;
}
