import { identitySchemaOf } from '../identity';
import { fromJson, parseJson } from '../json-value';
import { nullObject, objectType } from '../schema';
import type { UpgradeResourceIdentityRequest, UpgradeResourceIdentityResponse } from './messages';
import type { Target } from './operation';

/** Reads a stored identity by the current schema. What it lacks or does not fit is null, without an error: the next read tells it. */
export function upgradeResourceIdentity<C>(
  { definition }: Target<C>,
  { json }: UpgradeResourceIdentityRequest,
): UpgradeResourceIdentityResponse {
  const schema = identitySchemaOf(definition);
  if (!schema) return { identity: undefined, diagnostics: [] };
  const nothing = nullObject(schema);
  try {
    return { identity: fromJson(parseJson(json ?? 'null'), objectType(schema)) ?? nothing, diagnostics: [] };
  } catch {
    return { identity: nothing, diagnostics: [] };
  }
}
