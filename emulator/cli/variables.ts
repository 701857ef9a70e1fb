import { resolve } from 'node:path';
import type { EmulatorOptions } from '../options/options';

/** What a started emulator tells its clients. */
export interface Started {
  readonly baseUrl: string;
  readonly token: string;
  readonly projectId: string;
  readonly caCertPem: string | undefined;
  readonly caFile: string | undefined;
  readonly awsEnvironment: Readonly<Record<string, string>> | undefined;
}

/** Variables of the provider that lead to a real service, or to another way there. Beside those of `variablesOf`, they must not be set. */
export const OF_A_SERVICE = [
  'COFFER_TOKEN_FILE',
  'COFFER_TOKEN_COMMAND',
  'COFFER_HEADERS',
  'COFFER_S3_ENDPOINT',
] as const;

/** The environment that leads the provider, the AWS clients and our own tools to an emulator, and the provider to nothing else (D2). */
export function variablesOf(
  { baseUrl, token, projectId, caCertPem, caFile, awsEnvironment }: Started,
  options: EmulatorOptions,
): Readonly<Record<string, string>> {
  const { adminToken } = options;
  const { AWS_CA_BUNDLE: _, ...aws } = awsEnvironment ?? {};
  const file = caFile === undefined ? undefined : resolve(caFile);
  return {
    COFFER_BASE_URL: baseUrl,
    COFFER_TOKEN: token,
    COFFER_PROJECT_ID: projectId,
    COFFER_REQUIRE_EMULATOR: '1',
    ...(adminToken !== undefined && { COFFER_EMULATOR_ADMIN_TOKEN: adminToken }),
    ...(!lags(options) && { COFFER_LIST_CONFIRMATION: '0s' }),
    ...(caCertPem !== undefined && { COFFER_CA_CERT_PEM: caCertPem }),
    ...(caCertPem !== undefined && file !== undefined && { NODE_EXTRA_CA_CERTS: file, AWS_CA_BUNDLE: file }),
    ...aws,
  };
}

/** Whether lists may lag, or a dialect file decides that: then the provider keeps its own wait for objects missing from lists. */
const lags = ({ settle = 'immediate', lag = {}, dialectFile }: EmulatorOptions) =>
  settle !== 'immediate' || dialectFile !== undefined || Object.values(lag).some((value) => Number(value) > 0);
