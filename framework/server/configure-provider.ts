import { DiagnosticError, Diagnostics } from '../diagnostic';
import { withEnvironment } from '../from-environment';
import type { Provider } from '../provider';
import { nullObject, schemaType } from '../schema/schema';
import { toDoubles } from '../values/doubles';
import { formatPath, path } from '../values/path';
import type { Value } from '../values/value';
import { isObject, isWhollyKnown, type ObjectValue } from '../values/value';
import type { Configuration, Configuring } from './configuration';
import type { Diagnosed } from './messages';
import { reportError } from './operation';
import { settingsRedactor } from './redact-settings';
import { validateConfig } from './validate-config';

export interface ConfigureProviderRequest {
  readonly config: Value;
  readonly terraformVersion: string;
  /** Whether this Terraform can defer operations that need an unknown configuration. Default: false. */
  readonly deferralAllowed?: boolean;
}

const NOTHING = 'configure returned nothing, and reported no error. This is a bug in the provider: please report it.';

/**
 * Validates the provider block and makes the connection, in place of an earlier one. An unknown argument is a warning at most: the plan goes on without
 * the service (F2). After an error there is none. Rejects, without diagnostics, with what a validator throws, keeping the earlier one, or, having replaced it, what closing it throws.
 */
export async function configureProvider<C>(
  provider: Provider<C>,
  configuration: Configuration<C>,
  { config, terraformVersion, deferralAllowed }: ConfigureProviderRequest,
): Promise<Diagnosed> {
  const diagnostics = new Diagnostics();
  const { environment } = configuration;
  const configured = await toConfigured();
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

  async function toConfigured(): Promise<Configuring<C> | undefined> {
    const known = toDoubles(
      isObject(config) ? config : nullObject(provider.schema.attributes),
      schemaType(provider.schema),
    );
    configuration.redact = settingsRedactor(provider.schema.attributes, known);
    const paths = Object.keys(known).flatMap((name) => (isWhollyKnown(known[name] ?? null) ? [] : [path(name)]));
    if (paths.length > 0) return { kind: 'unknown', paths };
    const problems = validateConfig(provider, known).diagnostics.filter(({ severity }) => severity === 'error');
    diagnostics.add(...problems);
    if (problems.length > 0) return undefined;
    if (!provider.configure) return { kind: 'ready', connection: undefined as C };
    const typeName = `provider ${provider.typeName}`;
    try {
      const ready = await provider.configure({
        ...{ config: known, terraformVersion, diagnostics, environment },
        get settings() {
          return settingsOf(known);
        },
      });
      if (ready && !diagnostics.hasErrors) return { kind: 'ready', ...ready };
      if (ready) await configuration.free(ready);
      if (!diagnostics.hasErrors) throw new DiagnosticError(`Cannot configure ${typeName}`, NOTHING);
    } catch (error) {
      if (!(error instanceof InvalidVariables))
        reportError({ typeName, provider, configuration }, diagnostics, error, 'configure');
    }
    return undefined;
  }

  /** The configuration with the variables in place of what it leaves out. Throws InvalidVariables, having reported them, if one of these is not valid. */
  function settingsOf(known: ObjectValue): ObjectValue {
    const { schema, environmentPrefix: prefix } = provider;
    if (prefix === undefined) return known;
    const variables = new Diagnostics();
    const filled = withEnvironment(schema, prefix, known, environment.env, variables) as ObjectValue;
    diagnostics.add(...variables.all);
    if (variables.hasErrors) throw new InvalidVariables();
    const settings = toDoubles(filled, schemaType(schema));
    configuration.redact = settingsRedactor(schema.attributes, settings);
    return settings;
  }
}

/** Ends a `configure` that reads its settings: it must not go on with a value that is not valid. */
class InvalidVariables extends Error {
  override readonly name = 'InvalidVariables';
}
