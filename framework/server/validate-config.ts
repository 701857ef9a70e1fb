import { Diagnostics } from '../diagnostic';
import type { ValidateRequest } from '../resource';
import type { Schema } from '../schema';
import { validateAttributes } from '../validate';
import { isObject, type ObjectValue, type Value } from '../value';
import type { Diagnosed } from './messages';

/** A kind of block that is checked by its schema, and may check more. */
interface Checked {
  readonly schema: Schema;
  readonly validate?: (request: ValidateRequest<ObjectValue>) => void;
}

/** Checks a block of any kind but a managed resource: every problem at once, each with its path. */
export function validateConfig({ schema, validate }: Checked, config: Value): Diagnosed {
  const diagnostics = new Diagnostics();
  if (isObject(config)) {
    validateAttributes(schema.attributes, config, diagnostics);
    validate?.({ config, diagnostics });
  }
  return { diagnostics: diagnostics.all };
}
