import { conflicting, defineProvider, type Environment, path } from '../framework';
import { version } from '../package.json';
import { emptyBucket } from './actions/empty-bucket';
import { revokeAccessKey } from './actions/revoke-access-key';
import { accessKeyData, accessKeysData } from './data-sources/access-keys';
import { bucketData, bucketsData } from './data-sources/buckets';
import { secretData, secretsData } from './data-sources/secrets';
import { ephemeralAccessKey } from './ephemeral-resources/access-key';
import { dockerConfigJson } from './functions/docker-config-json';
import { registryServer } from './functions/registry-server';
import { s3Environment } from './functions/s3-environment';
import { formatSize, parseSize } from './functions/sizes';
import { listResources } from './list-resources/list-resources';
import { accessKey } from './resources/access-key';
import { bucket } from './resources/bucket';
import {
  accessKeyHoldings,
  bucketHoldings,
  pullSecretHoldings,
  rotatingAccessKeyHoldings,
  secretHoldings,
} from './resources/holdings';
import { oneAddress } from './resources/one-address';
import { pullSecret } from './resources/pull-secret';
import { rotatingAccessKey } from './resources/rotating-access-key';
import { secret } from './resources/secret';
import { Addresses } from './service/addresses';
import { checkAttached } from './service/attached-environment';
import type { Connection } from './service/connection';
import { describeError, isCancellation } from './service/describe-error';
import { EphemeralKeys } from './service/ephemeral-keys';
import { KnownObjects } from './service/known-objects';
import { checkEmulator, requiresEmulator } from './service/require-emulator';
import { readSettings, type Settings, settingsSchema, validateSettings } from './service/settings';
import { ENVIRONMENT_PREFIX } from './service/variables';

/** The provider `coffer`. Its configuration reads the environment and files, and gets a token, but sends no request to the service, unless it has to be an emulator. */
export const provider = defineProvider({
  typeName: 'coffer',
  source: 'coffer/coffer',
  environmentPrefix: ENVIRONMENT_PREFIX,
  schema: settingsSchema,
  resources: [
    oneAddress(secretHoldings, secret),
    oneAddress(pullSecretHoldings, pullSecret),
    oneAddress(bucketHoldings, bucket),
    oneAddress(accessKeyHoldings, accessKey),
    oneAddress(rotatingAccessKeyHoldings, rotatingAccessKey),
  ],
  dataSources: [secretData, secretsData, bucketData, bucketsData, accessKeyData, accessKeysData],
  ephemeralResources: [ephemeralAccessKey],
  listResources,
  actions: [revokeAccessKey, emptyBucket],
  functions: [parseSize, formatSize, registryServer, dockerConfigJson, s3Environment],

  configValidators: [conflicting('token', 'token_file')],
  validate: ({ config, diagnostics }) => validateSettings(config, diagnostics),

  async configure({ config, terraformVersion, diagnostics, environment }) {
    checkAttached(config, environment, diagnostics);
    if (diagnostics.hasErrors) return undefined;
    const settings = readSettings(config, environment.env, diagnostics);
    const onlyEmulator = requiresEmulator(environment.env, diagnostics);
    if (!settings || diagnostics.hasErrors) return undefined;

    // Imported here, because two of three processes are never configured and do not need it.
    const { Client, TokenProblem } = await import('./client');
    const client = new Client({
      ...settings,
      token: await tokenOf(settings, environment),
      userAgent: [`terraform-provider-coffer/${version} Terraform/${terraformVersion}`, settings.userAgentSuffix]
        .filter((part) => part !== undefined)
        .join(' '),
      log: environment.logLevel && environment.log,
      environment: { ...environment, variables: environment.env },
    });
    try {
      if (onlyEmulator && !(await checkEmulator(client, diagnostics))) {
        await client.close();
        return undefined;
      }
      await client.ready();
    } catch (error) {
      await client.close();
      if (!(error instanceof TokenProblem)) throw error;
      const at = path(settings.token.kind === 'file' ? 'token_file' : 'token');
      diagnostics.error('Cannot get a token', error.message, at);
      return undefined;
    }
    const { token: _, ...rest } = settings;
    const connection: Connection = {
      ...rest,
      client,
      ephemeralKeys: new EphemeralKeys(),
      known: new KnownObjects(),
      addresses: new Addresses(),
    };
    return { connection, answered: () => client.drained(), close: () => client.close() };
  },

  describeError,
  isCancellation,
});

/** The token, or its source, which the client asks when it needs one. */
async function tokenOf({ token, requestTimeoutMs: timeoutMs }: Settings, { env, now, sleep }: Environment) {
  if (token.kind === 'text') return token.text;
  const { TokenCommand, TokenFile } = await import('./client');
  if (token.kind === 'file') return new TokenFile(token.setting, token.file, { sleep });
  return new TokenCommand(token.setting, { argv: token.argv, timeoutMs, variables: env, now });
}
