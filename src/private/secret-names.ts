import type { TerraformResource } from 'cdktf';
import type { IConstruct } from 'constructs';
import { type Attributes, isLiteral } from './attributes';
import { matches, type Problem } from './checks';
import { placeOf } from './resource';
import { requireUnique } from './unique';

/** Checks a name that the service takes for a secret. */
export const validSecretName = (name: string): Problem =>
  matches('secretName', name, /^[a-z0-9-]+$/, 'lowercase letters, digits and hyphens, at least one');

/** The arguments that matter here, overrides included, without what synthesizing all of them costs. */
function argumentsOf(resource: TerraformResource): Attributes {
  const { nameInput, storeInInput, count, forEach, rawOverrides } = resource as unknown as {
    readonly nameInput?: unknown;
    readonly storeInInput?: { readonly secretName?: unknown };
    readonly count?: unknown;
    readonly forEach?: unknown;
    readonly rawOverrides: Attributes;
  };
  return {
    name: nameInput,
    store_in: { secret_name: storeInInput?.secretName },
    count,
    for_each: forEach,
    ...rawOverrides,
  };
}

/**
 * The service refuses a second secret of a name in the same project, or, worse, does not: an error at synthesis. A name that is not known
 * is not compared, and neither is a resource with a `count` or `for_each`, which may stand aside for another.
 *
 * @param owner whose secret it is
 * @param kind what the owner is, for the message
 * @param resource what the owner makes
 * @param nameIn where the name stands in its arguments
 */
export function requireOwnName(
  owner: IConstruct,
  kind: string,
  resource: TerraformResource,
  nameIn: (attributes: Attributes) => unknown,
): void {
  const name = () => {
    const attributes = argumentsOf(resource);
    return attributes.count === undefined && attributes.for_each === undefined ? nameIn(attributes) : undefined;
  };
  requireUnique(
    owner,
    () => {
      const known = name();
      return isLiteral(known) ? `secret ${placeOf(owner)} ${known}` : undefined;
    },
    (first) =>
      `${kind} "${owner.node.path}" and "${first}" have the same "secretName" ${JSON.stringify(name())}: ` +
      'a name is unique in its project',
  );
}
