import { DiagnosticError, Diagnostics } from '../diagnostic';
import { printable } from '../failure';
import { withEnvironment } from '../from-environment';
import { isSecret } from '../got';
import { formatPath, path } from '../path';
import type { Provider } from '../provider';
import { type Redactor, redactor } from '../redact';
import { type Attributes, isNested, nullObject } from '../schema';
import { nestedObjects } from '../validate';
import { isList, isNumber, isObject, isWhollyKnown, type ObjectValue, type Value } from '../value';
import type { Configuration, Configuring } from './configuration';
import type { ConfigureProviderRequest, Diagnosed } from './messages';
import { reportError } from './operation';
import { validateConfig } from './validate-config';

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
    const known = isObject(config) ? config : nullObject(provider.schema.attributes);
    configuration.redact = settingsRedactor(provider.schema.attributes, known);
    const paths = Object.keys(known).flatMap((name) => (isWhollyKnown(known[name] ?? null) ? [] : [path(name)]));
    if (paths.length > 0) return { kind: 'unknown', paths };
    const problems = validateConfig(provider, known).diagnostics.filter(({ severity }) => severity === 'error');
    diagnostics.add(...problems);
    if (problems.length > 0) return undefined;
    if (!provider.configure) return { kind: 'ready', connection: undefined as C };
    const typeName = `provider ${provider.typeName}`;
    try {
      const { schema, environmentPrefix: prefix } = provider;
      const ready = await provider.configure({
        ...{ config: known, terraformVersion, diagnostics, environment },
        get settings() {
          if (prefix === undefined) return known;
          const settings = withEnvironment(schema, prefix, known, environment.env, diagnostics) as ObjectValue;
          configuration.redact = settingsRedactor(schema.attributes, settings);
          return settings;
        },
      });
      if (ready && !diagnostics.hasErrors) return { kind: 'ready', ...ready };
      if (ready) await configuration.free(ready);
      if (!diagnostics.hasErrors) throw new DiagnosticError(`Cannot configure ${typeName}`, NOTHING);
    } catch (error) {
      reportError({ typeName, provider, configuration }, diagnostics, error, 'configure');
    }
    return undefined;
  }
}

/** The shortest setting that counts as a secret: a shorter one, such as `true` or `eu`, may be a word of any text. */
const SHORTEST_SETTING = 8;

/** A redactor for the texts and numbers of secret attributes, nested ones too, of at least eight characters. */
const settingsRedactor = (attributes: Attributes, settings: ObjectValue): Redactor =>
  redactor(
    secretTexts(attributes, settings)
      .flatMap((text) => [text, printable(text)])
      .filter((text) => text.trim().length >= SHORTEST_SETTING),
  );

function secretTexts(attributes: Attributes, object: ObjectValue): readonly string[] {
  return Object.entries(attributes).flatMap(([name, attribute]) => {
    const value = object[name] ?? null;
    if (isSecret(attribute)) return textsIn(value);
    if (!isNested(attribute.type)) return [];
    const { attributes: inner } = attribute.type;
    return nestedObjects(attribute.type, value, [], false).flatMap(([one]) => secretTexts(inner, one));
  });
}

function textsIn(value: Value): readonly string[] {
  if (typeof value === 'string' || isNumber(value)) return [String(value)];
  return isList(value) ? value.flatMap(textsIn) : isObject(value) ? Object.values(value).flatMap(textsIn) : [];
}
