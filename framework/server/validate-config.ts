import { Diagnostics, requireSynchronous } from '../diagnostic';
import type { Definition } from '../resource';
import { shownPath } from '../schema/fit-state-to-schema';
import { type Identified, refuseEmptyIdentity } from '../schema/identity';
import { type Attributes, schemaType } from '../schema/schema';
import { validateAttributes } from '../schema/validate';
import { writeOnlyPaths } from '../schema/write-only';
import { toDoubles } from '../values/doubles';
import { formatPath } from '../values/path';
import { isObject, type ObjectValue, type Value } from '../values/value';
import type { Diagnosed } from './messages';

/**
 * Checks a block of any kind, and reports all errors and warnings that it finds; `validate` runs only if no required value is null and all
 * fit their types. A null or unknown block is not checked. `writeOnlyAttributesAllowed` is false if this Terraform lacks write-only attributes, which
 * it tells for resources only: then each one that is set is an error. Throws what a validator or `validate` throws.
 */
export function validateConfig(
  definition: Omit<Definition<ObjectValue>, 'typeName'> & Pick<Identified, 'identity'>,
  config: Value,
  { writeOnlyAttributesAllowed = true } = {},
): Diagnosed {
  const { schema, configValidators = [], validate } = definition;
  const diagnostics = new Diagnostics();
  if (isObject(config)) {
    const handed = toDoubles(config, schemaType(schema));
    const fits = validateAttributes(schema.attributes, handed, diagnostics);
    if (!writeOnlyAttributesAllowed) refuseWriteOnly(schema.attributes, config, diagnostics);
    for (const check of configValidators) requireSynchronous(check(handed, diagnostics), 'A config validator');
    if (!diagnostics.hasErrors) refuseEmptyIdentity(definition, config, diagnostics);
    // It relies on the types of the model, such as a bigint for an int64.
    if (fits) requireSynchronous(validate?.({ config: handed, diagnostics }), 'validate');
  }
  return { diagnostics: diagnostics.all };
}

function refuseWriteOnly(attributes: Attributes, config: ObjectValue, diagnostics: Diagnostics): void {
  for (const path of writeOnlyPaths(attributes, config)) {
    diagnostics.error(
      'Write-only attribute not supported',
      `${formatPath(path.slice(-1))} is write-only, which needs Terraform 1.11 or OpenTofu 1.11, or newer.`,
      shownPath(attributes, path),
    );
  }
}
