export type {
  AccessKeyRecord,
  BucketRecord,
  CreatedAccessKeyRecord,
  Permissions,
  PullSecretRecord,
  SecretRecord,
} from '../../contract';
export type { AccessKeys, NewAccessKey } from './access-keys';
export type { BucketChange, Buckets, NewBucket } from './buckets';
export { Client } from './client';
export type { Deletion } from './collection';
export { ChangedConcurrentlyError, NameTakenError } from './conflict-errors';
export type { ClientEnvironment } from './environment';
export {
  ApiError,
  CancelledError,
  ClientError,
  InvalidIdError,
  MalformedResponseError,
  NetworkError,
  TimeoutError,
  WaitTooLongError,
} from './errors';
export { IncompleteListError, ListFailedBeforeError, StillListedError } from './list-errors';
export type { Sightings } from './listing';
export { AmbiguousError, LostError } from './lost-create-errors';
export type { NewPullSecret, PullSecretChange, PullSecrets } from './pull-secrets';
export type { NewSecret, SecretChange, Secrets } from './secrets';
export type { Call, ClientSettings, Log, LogLevel, Told } from './settings';
export { TokenProblem, type TokenSource } from './token';
export { TokenCommand } from './token-command';
export { TokenFile } from './token-file';
