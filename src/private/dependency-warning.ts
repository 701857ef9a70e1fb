import { Annotations, Aspects, type IAspect, TerraformResource, TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';

/**
 * Warns at synthesis of `node.addDependency` between constructs of ours and others (C6): CDKTF leaves it out of the Terraform code, so
 * the order that someone asked for would silently not hold.
 */
class DependencyWarning implements IAspect {
  public visit(construct: IConstruct): void {
    for (const dependency of construct.node.dependencies) {
      if (!hasResourceOfOurs(construct) && !hasResourceOfOurs(dependency)) continue;
      Annotations.of(construct).addWarning(
        `node.addDependency has no effect in CDKTF: "${construct.node.path}" will not wait for "${dependency.node.path}". ` +
          adviceFor(construct, dependency),
      );
    }
  }
}

/** Stacks wait for stacks as a whole, and have no props that say so. */
function adviceFor(construct: IConstruct, dependency: IConstruct): string {
  const [stack, other] = [TerraformStack.of(construct), TerraformStack.of(dependency)];
  if (stack !== other) return `Call addDependency of stack "${stack.node.path}" with stack "${other.node.path}".`;
  return 'Pass "dependsOn" in the props of the construct that has to wait.';
}

const warning = new DependencyWarning();

/** Watches the stack of a resource; once, however many resources it has. */
export function warnOfDependencies(resource: TerraformResource): void {
  const aspects = Aspects.of(TerraformStack.of(resource));
  if (!aspects.all.includes(warning)) aspects.add(warning);
}

function hasResourceOfOurs(construct: IConstruct): boolean {
  return construct.node
    .findAll()
    .some(
      (node) =>
        TerraformResource.isTerraformResource(node) && node.terraformGeneratorMetadata?.providerName === 'coffer',
    );
}
