import { DiagnosticError } from '../diagnostic';
import type { AnyResource, Handling } from '../resource';
import { identityNames, identityOf, identitySchemaOf, missingIdentity } from '../schema/identity';
import { nullObject, objectType } from '../schema/schema';
import { valuesEqual } from '../values/equal';
import { isSecret } from '../values/quote-value';
import { isObject, type ObjectValue, type Value } from '../values/value';

/** The name of an existing object. */
export interface Named {
  /** The import id; empty if there is an identity. */
  readonly id: string;
  /** The identity; null if there is an import id. */
  readonly identity: Value;
  /** True for an object that a query only shows. Default: false. */
  readonly isListed?: boolean;
}

/**
 * The first state of an object that is imported by id or identity, with every attribute: those that the import does not tell are null. Calls
 * `importState` of the resource, if it has one. Rejects with what that throws, and with a DiagnosticError for an identity other than the one
 * in this state, an empty name of nothing, or an import that the resource does not offer. Does not check that the state fits the schema.
 */
export async function importedState<C>(
  resource: AnyResource<C>,
  handling: Handling<C>,
  { id: given, identity, isListed = false }: Named,
): Promise<ObjectValue> {
  const wanted = isObject(identity) ? identity : undefined;
  const [name, ...others] = identityNames(resource);
  const id = wanted && name !== undefined && others.length === 0 ? String(wanted[name] ?? '') : given;
  const known = resource.importState
    ? await resource.importState({ ...handling, id, identity: wanted, isListed })
    : (wanted ?? byId(resource, id));
  const state = { ...nullObject(resource.schema.attributes), ...known } as ObjectValue;
  const isEmpty = wanted ? missingIdentity(resource, wanted).length > 0 : given === '';
  if (isEmpty && (!resource.importState || missingIdentity(resource, state).length > 0))
    throw new DiagnosticError('Invalid import id', NOTHING_NAMED);
  const schema = identitySchemaOf(resource);
  // An import id may name an object in several ways, but an identity must match exactly.
  const isExact = !wanted || !schema || valuesEqual(identityOf(resource, state) ?? null, wanted, objectType(schema));
  if (!isExact) throw noSuchIdentity(wanted, id, Object.values(schema).some(isSecret));
  return state;
}

function byId<C>(resource: AnyResource<C>, id: string): ObjectValue {
  const names = identityNames(resource);
  const [name = 'id'] = names;
  if (names.length < 2 && resource.schema.attributes[name]?.type === 'string') return { [name]: id };
  throw new DiagnosticError(
    'Resource Import Not Implemented',
    names.length === 0
      ? 'This resource has no identity by which an object could be imported. Write what exists anew, or ask the developers of the provider for it.'
      : `This resource is imported by its identity (${names.join(', ')}): give the import block identity = { … } in place of id.`,
  );
}

const NOTHING_NAMED = 'It is empty, so it names no object: give the id, or the identity, of one that exists.';

const noSuchIdentity = (identity: ObjectValue, id: string, isSecret: boolean) => {
  const whole = JSON.stringify(id === '' ? identity : id);
  const given = isSecret ? 'The value' : whole;
  const remedy =
    isSecret || id === ''
      ? 'Check it.'
      : `To name the object in another way, give the import block id = ${given} instead of identity.`;
  return new DiagnosticError(
    'No such identity',
    `${given} in identity is not the exact ${id === '' ? 'identity' : 'id'} of an object, and an identity must be one. ${remedy}`,
  );
};
