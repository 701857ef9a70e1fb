import { Annotations, TerraformBackend, TerraformResource, TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';
import { isCrossing } from '../code/uses';

/** Stacks already checked: one may be synthesized more than once, for example in tests. */
const warned = new WeakSet<IConstruct>();

/**
 * Warns of a stack that takes the backend of a stack inside it for its own: CDKTF looks for the first one below a stack. References to the outer
 * stack then read the state of the inner one. An outer stack without a backend of its own keeps its state in the synthesized folder.
 */
export function warnOfNestedStacks(_constructs: readonly IConstruct[], stack: TerraformStack): string[] {
  const backends = stack.node.findAll().filter(TerraformBackend.isBackend);
  const [first] = backends;
  const inner = first && TerraformStack.of(first);
  if (!inner || inner === stack || warned.has(stack)) return [];
  const hasItsOwn = backends.some((backend) => TerraformStack.of(backend) === stack);
  if (hasItsOwn && !stack.node.children.some(isCrossing)) return [];
  warned.add(stack);
  const [outerPath, innerPath] = [stack, inner].map(({ node }) => `"${node.path}"`);
  Annotations.of(stack).addWarning(
    `stack ${outerPath} holds stack ${innerPath}, so the frameworks take the backend of ${innerPath} for that of both, and references to ` +
      `${outerPath} read a wrong state: define the stacks beside each other, or give ${outerPath} a backend of its own before ${innerPath}`,
  );
  return [];
}

/**
 * Warns at synthesis about `node.addDependency` that involves one of our constructs (C6): CDKTF leaves it out of the Terraform
 * code, so the requested order would silently not hold.
 */
export function warnOfDependencies(constructs: readonly IConstruct[]): string[] {
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

const hasResourceOfOurs = ({ node }: IConstruct): boolean =>
  node
    .findAll()
    .filter(TerraformResource.isTerraformResource)
    .some(({ terraformGeneratorMetadata: origin }) => origin?.providerName === 'coffer');
