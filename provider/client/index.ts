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
export type { ClientEnvironment } from './environment';
export {
  AmbiguousError,
  ApiError,
  CancelledError,
  ChangedConcurrentlyError,
  ClientError,
  InvalidIdError,
  LostError,
  MalformedAnswerError,
  NameTakenError,
  NetworkError,
  TimeoutError,
} from './errors';
export type { NewPullSecret, PullSecretChange, PullSecrets } from './pull-secrets';
export type { NewSecret, SecretChange, Secrets } from './secrets';
export type { Call, ClientSettings, Log, LogLevel } from './settings';
