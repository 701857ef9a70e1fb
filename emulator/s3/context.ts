import type { Buckets } from '../domain/buckets';
import type { ClientBuckets } from '../domain/client-buckets';
import type { Credentials } from '../domain/credentials';
import type { Epochs } from '../domain/epoch';
import type { Objects } from '../domain/objects/objects';
import type { Clock } from '../domain/ports';
import type { Rely, Rules } from '../domain/rules';
import type { Faults } from '../faults/faults';
import type { Journal } from '../journal/journal';
import type { Assumptions } from '../settings/assumptions';

/** Knobs that change what the data plane does. */
export type S3Rule = 'ownerPermission' | 'cannedAcl' | 'serverSideEncryption' | 's3Checks' | 'unknownPart';

export interface S3Context {
  readonly objects: Objects;
  /** Called for every request and every piece of a body. Deleted buckets are not among a key's buckets. */
  readonly credentials: Pick<Credentials, 'find'>;
  readonly buckets: Pick<Buckets, 'find' | 'findByAlias'>;
  /** Lets clients create and delete buckets; undefined: only REST does. */
  readonly clientBuckets: ClientBuckets | undefined;
  readonly rely: Rely<Pick<Rules, S3Rule>>;
  readonly assumptions: Pick<Assumptions, 'during'>;
  readonly clock: Clock;
  readonly epochs: Pick<Epochs, 'current'>;
  readonly faults: Pick<Faults, 'match'>;
  readonly journal: Pick<Journal, 'open' | 'note' | 'noteTarget' | 'noteError' | 'finish'>;
  /** The only region to accept; undefined: any. */
  readonly region: string | undefined;
  /** Host names that a bucket's alias may precede, as `alias.host`; lower-case, without port. */
  readonly hosts: readonly string[];
  /** How long a body may arrive more slowly than any real client sends. */
  readonly slowBodyMs: number;
  /** Logs unexpected errors. */
  readonly log: (line: string) => void;
}
