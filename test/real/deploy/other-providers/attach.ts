import { onTestFinished } from 'vitest';
import { REATTACH_VARIABLE, reattachValue } from '../../../../framework/protocol/reattach';
import { type Clock, skippingEnvironment } from '../../../host/provider/support/environment';
import { serveProvider } from '../../../host/provider/support/served-provider';
import { random } from './random';
import { time } from './time';

/**
 * Environment variables with which Terraform attaches to what stands in for `hashicorp/random` and `hashicorp/time`. Both run in this
 * process until the test ends. Where {@link REAL_PROVIDERS} is set, Terraform installs the real ones from there: then there are none.
 */
export async function attachOthers(clock: Clock): Promise<Readonly<Record<string, string>>> {
  const environment = skippingEnvironment({ baseUrl: '', token: '', projectId: '' }, clock);
  const attached = await Promise.all(
    [random, time].map(async (provider) => {
      const served = await serveProvider(provider, environment);
      onTestFinished(() => served[Symbol.asyncDispose]());
      return JSON.parse(reattachValue(provider.source, served.address, process.pid)) as object;
    }),
  );
  return { [REATTACH_VARIABLE]: JSON.stringify(Object.assign({}, ...attached)) };
}
