import { Diagnostics } from '../diagnostic';
import { IDENTITY_VERSION, identitySchemaOf, identityType } from '../identity';
import { fromJson, parseJson } from '../json-value';
import type { UpgradeResourceIdentityRequest, UpgradeResourceIdentityResponse } from './messages';
import type { Target } from './operation';

/** Reads a stored identity by the current schema. There is only one version, so it does not change; any other is an error in the response. */
export function upgradeResourceIdentity<C>(
  { resource, typeName }: Target<C>,
  { version, json }: UpgradeResourceIdentityRequest,
): UpgradeResourceIdentityResponse {
  const diagnostics = new Diagnostics();
  const schema = identitySchemaOf(resource);
  try {
    if (!schema || json === undefined) throw new TypeError('there is none');
    if (version !== BigInt(IDENTITY_VERSION)) throw new TypeError(`version ${version} is not known`);
    return { identity: fromJson(parseJson(json), identityType(schema), 'identity'), diagnostics: [] };
  } catch (error) {
    const reason = error instanceof TypeError ? error.message : 'it is not JSON';
    diagnostics.error('Identity not readable', `The stored identity of this ${typeName} cannot be used: ${reason}.`);
    return { identity: undefined, diagnostics: diagnostics.all };
  }
}
