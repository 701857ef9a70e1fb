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
export type { ClientEnvironment } from './environment';
export {
  AmbiguousError,
  ApiError,
  CancelledError,
  ChangedConcurrentlyError,
  ClientError,
  IncompleteListError,
  InvalidIdError,
  ListFailedBeforeError,
  LostError,
  MalformedAnswerError,
  NameTakenError,
  NetworkError,
  StillListedError,
  TimeoutError,
  WaitTooLongError,
} from './errors';
export type { NewPullSecret, PullSecretChange, PullSecrets } from './pull-secrets';
export type { NewSecret, SecretChange, Secrets } from './secrets';
export type { Call, ClientSettings, Log, LogLevel, Told } from './settings';
