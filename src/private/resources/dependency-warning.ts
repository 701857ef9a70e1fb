import { Annotations, TerraformResource, TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';
import { checkStackOf } from '../code/stack-checks';

/**
 * Warns at synthesis about `node.addDependency` that involves one of our constructs (C6): CDKTF leaves it out of the Terraform
 * code, so the requested order would silently not hold.
 */
function warnOfDependencies(constructs: readonly IConstruct[]): string[] {
  for (const construct of constructs) {
    for (const dependency of construct.node.dependencies) {
      if (!hasResourceOfOurs(construct) && !hasResourceOfOurs(dependency)) continue;
      Annotations.of(construct).addWarning(
        `node.addDependency has no effect in CDKTF: "${construct.node.path}" will not wait for "${dependency.node.path}". ` +
          adviceFor(construct, dependency),
      );
    }
  }
  return [];
}

/** Advice by case: a stack can only wait for a whole other stack, and has no prop for that. */
function adviceFor(construct: IConstruct, dependency: IConstruct): string {
  const [stack, other] = [TerraformStack.of(construct), TerraformStack.of(dependency)];
  if (stack !== other) return `Call addDependency of stack "${stack.node.path}" with stack "${other.node.path}".`;
  return 'Pass "dependsOn" in the props of the construct that has to wait.';
}

/** Checks the dependencies in the stack of a resource at synthesis. */
export function watchDependencies(resource: TerraformResource): void {
  checkStackOf(resource, warnOfDependencies);
}

function hasResourceOfOurs(construct: IConstruct): boolean {
  return construct.node
    .findAll()
    .some(
      (node) =>
        TerraformResource.isTerraformResource(node) && node.terraformGeneratorMetadata?.providerName === 'coffer',
    );
}
