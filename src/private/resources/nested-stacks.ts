import { Annotations, TerraformBackend, TerraformOutput, TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';
import { CROSSING_OUTPUT } from '../code/crossings';

/** Stacks already checked: one may be synthesized more than once, for example in tests. */
const warned = new WeakSet<IConstruct>();

/**
 * Warns of a stack that takes the backend of a stack inside it for its own: CDKTF looks for the first one below a stack. References
 * to the outer stack then read the state of the inner one. An outer stack without a backend of its own keeps its state in the
 * synthesized folder.
 */
export function warnOfNestedStacks(_constructs: readonly IConstruct[], stack: TerraformStack): string[] {
  const backends = stack.node.findAll().filter(TerraformBackend.isBackend);
  const [first] = backends;
  const inner = first && TerraformStack.of(first);
  if (!inner || inner === stack || warned.has(stack)) return [];
  const hasItsOwn = backends.some((backend) => TerraformStack.of(backend) === stack);
  if (hasItsOwn && !isReferredTo(stack)) return [];
  warned.add(stack);
  const [outerPath, innerPath] = [stack, inner].map(({ node }) => `"${node.path}"`);
  Annotations.of(stack).addWarning(
    `stack ${outerPath} holds stack ${innerPath}, so the frameworks take the backend of ${innerPath} for that of both, and references to ` +
      `${outerPath} read a wrong state: define the stacks beside each other, or give ${outerPath} a backend of its own before ${innerPath}`,
  );
  return [];
}

const isReferredTo = ({ node }: TerraformStack): boolean =>
  node.children.some((child) => TerraformOutput.isTerraformOutput(child) && child.node.id.startsWith(CROSSING_OUTPUT));
