import { type TerraformResource, TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';
import type { ISecret } from '../secret';
import { attributesOf } from './attributes';
import { nameOfKey } from './key-kinds';
import { identityOf } from './references';
import { pathOf } from './resource-id';
import { checkStackOf, type StackCheck } from './stack-checks';
import { isInTree } from './tree';

/** A key that is stored in an existing secret. */
interface Stored {
  readonly key: IConstruct;
  readonly secret: ISecret;
}

const storedKeys = new WeakMap<TerraformStack, Stored[]>();

/** Makes it an error at synthesis if the same app manages the value of the secret: each would overwrite the other. */
export function requireFreeValue(key: IConstruct, secret: ISecret): void {
  const stack = TerraformStack.of(key);
  storedKeys.set(stack, [...(storedKeys.get(stack) ?? []), { key, secret }]);
  checkStackOf(key, findManagedValues);
}

const findManagedValues: StackCheck = (_constructs, stack) => {
  const stored = (storedKeys.get(stack) ?? []).filter(({ key }) => isInTree(key));
  if (stored.length === 0) return [];
  const managed = new Map(
    stack.node.root.node
      .findAll()
      .filter(hasManagedValue)
      .map((resource) => [identityOf(resource, resource.getStringAttribute('id')), resource]),
  );
  return stored.flatMap(({ key, secret }) => {
    const manager = managed.get(identityOf(secret, secret.secretId));
    if (!manager) return [];
    return [
      `${nameOfKey(key)} is stored in secret "${pathOf(manager)}", whose value is managed here: each would overwrite the other. Use ` +
        'storeIn with a name of its own; or, if the value is only the first one, set the lifecycle of the secret to ' +
        'ignoreChanges: ["value_wo_version"], or "value"',
    ];
  });
};

function hasManagedValue(construct: IConstruct): construct is TerraformResource {
  const attributes = attributesOf(construct, 'coffer_secret');
  if (!attributes || (attributes.value === undefined && attributes.value_wo === undefined)) return false;
  const { ignore_changes: ignored = [] } = (attributes.lifecycle ?? {}) as { ignore_changes?: string | string[] };
  const argument = attributes.value === undefined ? 'value_wo_version' : 'value';
  return ignored !== 'all' && !ignored.includes(argument);
}
