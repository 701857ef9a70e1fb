/*
 * The entry of the REST client. It is loaded only when the provider is configured, because it loads undici and the schemas of the service;
 * the other error classes, and helpers, which load neither, are imported from their own files.
 */

export type {
  AccessKeyRecord,
  BucketRecord,
  CreatedAccessKeyRecord,
  Permissions,
  PullSecretRecord,
} from '../../contract';
export { Client } from './client';
export type { ClientEnvironment } from './environment';
export type { Sightings } from './listing';
export type { Call, ClientSettings } from './settings';
export { TokenProblem, type TokenSource } from './token';
export { TokenCommand } from './token-command';
export { TokenFile } from './token-file';
