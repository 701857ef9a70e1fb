import { Diagnostics } from '../diagnostic';
import type { ValidateRequest } from '../resource';
import type { Schema } from '../schema';
import { validateAttributes } from '../validate';
import { isObject, type ObjectValue, type Value } from '../value';
import type { Diagnosed } from './messages';

/** A kind of block with a schema and perhaps a validation of its own. */
interface Checked {
  readonly schema: Schema;
  readonly validate?: (request: ValidateRequest<ObjectValue>) => void;
}

/** Validates a block of any kind but a managed resource. Reports all problems at once, each with its path. */
export function validateConfig({ schema, validate }: Checked, config: Value): Diagnosed {
  const diagnostics = new Diagnostics();
  if (isObject(config)) {
    validateAttributes(schema.attributes, config, diagnostics);
    validate?.({ config, diagnostics });
  }
  return { diagnostics: diagnostics.all };
}
