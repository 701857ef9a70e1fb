import { Diagnostics } from '../diagnostic';
import { formatPath } from '../path';
import type { Provider } from '../provider';
import { nullObject } from '../schema';
import { isObject } from '../value';
import type { Configuration } from './configuration';
import type { ConfigureProviderRequest, Diagnosed } from './messages';

/** Configures the connection. An unknown argument is only a warning: the plan goes on without the service (F2). */
export async function configureProvider<C>(
  provider: Provider<C>,
  configuration: Configuration<C>,
  { config, terraformVersion, deferralAllowed }: ConfigureProviderRequest,
): Promise<Diagnosed> {
  const diagnostics = new Diagnostics();
  const { environment } = configuration;
  const known = isObject(config) ? config : nullObject(provider.schema.attributes);
  const configured = await provider.configure({ config: known, terraformVersion, diagnostics, environment });
  await configuration.set(configured, deferralAllowed);
  // If Terraform can defer, it lists the deferred objects itself.
  if (configured?.kind === 'unknown' && !deferralAllowed) {
    const names = configured.paths.map(formatPath).join(', ');
    diagnostics.warn(
      'Provider configuration not known yet',
      `${names} will be known only during apply. Until then nothing is read from the service: the plan rests on the state as it is.`,
      configured.paths[0],
    );
  }
  return { diagnostics: diagnostics.all };
}
