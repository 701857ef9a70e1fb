import { Diagnostics } from '../diagnostic';
import { isObject, isWhollyKnown, type Value } from '../value';
import type { PlanActionRequest, PlanActionResponse } from './messages';
import type { ActionTarget } from './operation';
import { validateConfig } from './validate-config';

/**
 * Plans an action: checks its configuration once more (F7).
 *
 * Terraform validates actions with every variable unknown and never again, so what a variable holds is first seen here.
 */
export function planAction<C>(target: ActionTarget<C>, { config }: PlanActionRequest): PlanActionResponse {
  if (target.configuration.defers) return { deferred: true, diagnostics: [] };
  return validateConfig(target.action, config);
}

/** Checks the configuration that an action is about to run with; what is unknown by then is an error. */
export function validateToInvoke<C>({ action, typeName }: ActionTarget<C>, config: Value): Diagnostics {
  const diagnostics = new Diagnostics();
  diagnostics.add(...validateConfig(action, config).diagnostics);
  if (!isObject(config) || !isWhollyKnown(config)) {
    diagnostics.error(
      'Configuration not known',
      `${typeName} was to run with a configuration that is not wholly known, so nothing was done. Run it once everything it refers to exists.`,
    );
  }
  return diagnostics;
}
