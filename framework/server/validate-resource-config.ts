import { Diagnostics } from '../diagnostic';
import { path } from '../path';
import type { Attributes } from '../schema';
import { validateAttributes } from '../validate';
import { isObject, type ObjectValue } from '../value';
import type { Diagnosed, ValidateResourceConfigRequest } from './messages';
import type { Target } from './operation';

/** Validates a resource block. Reports all problems at once, each with its path. */
export function validateResourceConfig<C>(
  { resource }: Target<C>,
  { config, writeOnlyAttributesAllowed }: ValidateResourceConfigRequest,
): Diagnosed {
  const diagnostics = new Diagnostics();
  if (isObject(config)) {
    validateAttributes(resource.schema.attributes, config, diagnostics);
    if (!writeOnlyAttributesAllowed) refuseWriteOnly(resource.schema.attributes, config, diagnostics);
    resource.validate?.({ config, diagnostics });
  }
  return { diagnostics: diagnostics.all };
}

function refuseWriteOnly(attributes: Attributes, config: ObjectValue, diagnostics: Diagnostics): void {
  for (const [name, { writeOnly }] of Object.entries(attributes)) {
    if (!writeOnly || (config[name] ?? null) === null) continue;
    diagnostics.error(
      'Write-only attribute not supported',
      `${name} is write-only, which needs Terraform 1.11 or OpenTofu 1.11, or newer.`,
      path(name),
    );
  }
}
