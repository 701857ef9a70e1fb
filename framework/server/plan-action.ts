import type { AnyAction } from '../action';
import { Diagnostics } from '../diagnostic';
import { isObject, isWhollyKnown, type Value } from '../values/value';
import type { BlockRequest, Deferrable, Diagnosed } from './messages';
import type { Target } from './operation';
import { validateConfig } from './validate-config';

export interface PlanActionResponse extends Diagnosed, Deferrable {}

/** Plans an action: validates its configuration again (F7), because Terraform has not shown the values of variables before. Some may be unknown. */
export function planAction<C>(target: Target<C, AnyAction<C>>, { config }: BlockRequest): PlanActionResponse {
  if (target.configuration.defers) return { deferred: true, diagnostics: [] };
  return validateConfig(target.definition, config);
}

/** Validates the configuration of an action that is about to run, and returns what was found. Null, or an unknown value, is then an error. */
export function validateToInvoke<C>({ definition, typeName }: Target<C, AnyAction<C>>, config: Value): Diagnostics {
  const diagnostics = new Diagnostics();
  diagnostics.add(...validateConfig(definition, config).diagnostics);
  if (!isObject(config) || !isWhollyKnown(config)) {
    diagnostics.error(
      'Configuration not known',
      `${typeName} was to run with a configuration that is not wholly known, so nothing was done. Run it once everything it refers to exists.`,
    );
  }
  return diagnostics;
}
