import { identitySchemaOf } from '../schema/identity';
import { nullObject, objectType } from '../schema/schema';
import { fromJson, parseJson } from '../values/json-value';
import type { Diagnosed, Identified } from './messages';
import type { Target } from './operation';

export interface UpgradeResourceIdentityRequest {
  readonly typeName: string;
  readonly version: bigint;
  /** The identity as JSON text; undefined if Terraform sent none. */
  readonly json: string | undefined;
}

/** The identity is undefined for a type without one; what the stored one does not tell is null. */
export interface UpgradeResourceIdentityResponse extends Diagnosed, Identified {}

/**
 * Reads a stored identity by the current schema. What it lacks is null, and so is all of one that does not fit, without an error: the next read tells
 * it, and OpenTofu refuses an answer without an identity.
 */
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
