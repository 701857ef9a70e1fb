import type { Breaks } from '../break';

export const constructBreaks: Breaks = {
  C1: {
    does: 'destroys a key before the next one is made',
    file: 'src/private/keys/key-store.ts',
    find: 'createBeforeDestroy: lifecycle.createBeforeDestroy ?? true',
    replace: 'createBeforeDestroy: lifecycle.createBeforeDestroy ?? false',
  },
  C2: {
    does: 'widens what was granted on another bucket',
    file: 'src/private/keys/bucket-claims.ts',
    find: 'if (!total || perBucket.every((claimed) => permissionOf(claimed) === total)) return [];',
    replace: 'if (perBucket.length >= 0) return [];',
  },
  C3: {
    does: 'declares a variable that Terraform keeps in plans',
    file: 'src/private/code/variables.ts',
    find: "variable.addOverride('ephemeral', true);",
  },
  C4: {
    does: 'drops a grant to an imported key',
    file: 'src/access-key.ts',
    find: '  public addGrant(grant: Grant): void {\n    this.node.addValidation({',
    replace:
      '  public addGrant(grant: Grant): void {\n    ({ addValidation: (_: object) => undefined }).addValidation({',
  },
  C5: {
    does: 'lets an ephemeral variable cross stacks',
    file: 'src/secret-value.ts',
    find: 'if (declaring === stack) refuseToDangle(user, variable);',
    replace: 'if (declaring !== undefined) refuseToDangle(user, variable);',
  },
  C6: {
    does: 'says nothing of `node.addDependency`',
    file: 'src/private/resources/stack-checks.ts',
    find: 'if (!hasResourceOfOurs(construct) && !hasResourceOfOurs(dependency)) continue;',
    replace: 'if (dependency !== undefined) continue;',
  },
  C7: {
    does: 'accepts the policy `RETAIN`',
    file: 'src/private/resources/removal.ts',
    find: 'if (policy !== RemovalPolicy.RETAIN) return undefined;',
    replace: 'if (policy !== undefined || kind) return undefined;',
  },
  C8: {
    does: 'loses a guard to a lifecycle that is set later',
    file: 'src/private/resources/removal.ts',
    find: "this.#resource.addOverride('lifecycle.prevent_destroy', true);",
    replace: 'this.#resource.lifecycle = { preventDestroy: true };',
  },
  C9: {
    does: 'closes the gap of a part without a version',
    file: 'src/private/values/value-versions.ts',
    find: 'versions.map(escaped).join(SEPARATOR)',
    replace: 'versions.filter((version) => version !== undefined).map(escaped).join(SEPARATOR)',
  },
  C10: {
    does: 'runs a policy of the app only in the stacks that hold a construct of ours',
    file: 'src/private/policies/policy-check.ts',
    find: 'for (const stack of root.node.findAll().filter(TerraformStack.isStack)) watch(stack);',
  },
  C11: {
    does: 'counts what was removed from the tree',
    file: 'src/private/code/tree.ts',
    find: 'return scope === undefined || (',
    replace: 'return scope === undefined || id !== undefined || (',
  },
  C12: {
    does: 'accepts a grant that asks for more than the key declares',
    file: 'src/private/keys/bucket-claims.ts',
    find: '...(declared ? exceeded(key, declared, groups) : widened(key, groups)),',
    replace: '...(declared ? [] : widened(key, groups)),',
  },
  C13: {
    does: 'lets CDKTF write a secret value as an object with its properties',
    file: 'src/secret-value.ts',
    find: "Object.defineProperty(SecretValue.prototype, 'resolve', { value: resolveMisplaced });",
    replace: 'Object.isFrozen(resolveMisplaced);',
  },
};
