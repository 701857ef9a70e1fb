import { DEFAULT_REGION } from '../formats/s3-endpoint';

/** Defaults of arguments that neither the provider block nor the environment sets, as practitioners write them. Others have none, or false. */
export const DEFAULTS = {
  request_timeout: '30s',
  max_retries: 4,
  retry_wait_min: '500ms',
  retry_wait_max: '30s',
  max_concurrent_requests: 16,
  pull_secret_api: 'create_only',
  lost_creates: 'adopt',
  s3_region: DEFAULT_REGION,
  s3_addressing: 'path',
  list_confirmation: '4s',
} as const;
