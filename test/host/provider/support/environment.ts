import type { Environment } from '../../../../framework/provider';
import { type Clock, skippingEnvironment as skipping } from '../../../../framework/testing/environment';
import type { Target } from '../../../support/workspace';

export type { Clock } from '../../../../framework/testing/environment';

/** Variables that lead the provider to an emulator. */
export const variablesOf = ({ baseUrl, token, projectId }: Target): Readonly<Record<string, string>> => ({
  COFFER_BASE_URL: baseUrl,
  COFFER_TOKEN: token,
  COFFER_PROJECT_ID: projectId,
});

/** The world of a provider in this process, with a clock that nobody waits for. */
export const skippingEnvironment = (target: Target, clock?: Clock): Environment => skipping(clock, variablesOf(target));
