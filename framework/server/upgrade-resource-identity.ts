import { identityOf, identitySchemaOf, identityType } from '../identity';
import { fromJson, parseJson } from '../json-value';
import type { UpgradeResourceIdentityRequest, UpgradeResourceIdentityResponse } from './messages';
import type { Target } from './operation';

/**
 * Reads a stored identity by the current schema. One that does not fit that is left out, without an error: the identity is a part of the
 * state, which has an upgrade of its own, and the next read tells it.
 */
export function upgradeResourceIdentity<C>(
  { resource }: Target<C>,
  { json }: UpgradeResourceIdentityRequest,
): UpgradeResourceIdentityResponse {
  const type = identityType(identitySchemaOf(resource) ?? {});
  try {
    return { identity: identityOf(resource, fromJson(parseJson(json ?? 'null'), type)), diagnostics: [] };
  } catch {
    return { identity: undefined, diagnostics: [] };
  }
}
