import type { TerraformResource } from 'cdktf';
import type { IConstruct } from 'constructs';
import { type Attributes, isLiteral } from './attributes';
import { matches, type Problem } from './checks';
import { placeOf } from './resource';
import { requireUnique } from './unique';

/** Checks that the service accepts the name of a secret. */
export const validSecretName = (name: string): Problem =>
  matches('secretName', name, /^[a-z0-9-]+$/, 'lowercase letters, digits and hyphens, at least one');

/** The relevant arguments, including overrides, without the cost of synthesizing all of them. */
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
 * Makes a second secret with the same name in the same project an error at synthesis, since the service refuses it or, worse, does
 * not. An unknown name is not compared, and neither is a resource with a `count` or `for_each`, which may give way to another one.
 *
 * @param owner whose secret it is
 * @param kind kind of the owner, for the message
 * @param resource its low-level construct
 * @param nameIn reads the name from its arguments
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
