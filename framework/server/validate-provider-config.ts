import { Diagnostics } from '../diagnostic';
import type { Provider } from '../provider';
import { validateAttributes } from '../validate';
import { isObject } from '../value';
import type { Diagnosed, ValidateProviderConfigRequest } from './messages';

/** Validates the provider block. Missing credentials are no error yet, because validating needs none (F3). */
export function validateProviderConfig<C>(provider: Provider<C>, { config }: ValidateProviderConfigRequest): Diagnosed {
  const diagnostics = new Diagnostics();
  if (isObject(config)) {
    validateAttributes(provider.schema.attributes, config, diagnostics);
    provider.validate?.({ config, diagnostics });
  }
  return { diagnostics: diagnostics.all };
}
