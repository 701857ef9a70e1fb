import type { LostCreates } from '../client/settings';
import { DEFAULT_REGION, type S3Addressing } from '../formats/s3-endpoint';
import type { PullSecretApi } from './connection';

/** Defaults of arguments of the provider block that neither the block nor the environment sets, as practitioners write them. */
export const DEFAULTS = {
  request_timeout: '30s',
  max_retries: 4,
  retry_wait_min: '500ms',
  retry_wait_max: '30s',
  max_concurrent_requests: 16,
  pull_secret_api: 'create_only' satisfies PullSecretApi,
  lost_creates: 'adopt' satisfies LostCreates,
  s3_region: DEFAULT_REGION,
  s3_addressing: 'path' satisfies S3Addressing,
  list_confirmation: '4s',
} as const;
