import { TerraformElement, TerraformLocal, type TerraformStack, TerraformVariable } from 'cdktf';
import type { IConstruct } from 'constructs';
import { type Attributes, attributesOf, overriddenByStack } from './attributes';
import { codeFor } from './expressions';
import { constructsToCheck } from './stack-checks';

/** A declaration that an expression can refer to without asking the service: a variable, a local value, or a `terraform_data`. */
export interface Declaration {
  readonly element: TerraformElement;
  /** The block of a variable or a `terraform_data`, or a local value; in code. */
  readonly code: unknown;
}

type Declarations = ReadonlyMap<string, () => Declaration>;

/** By the constructs of a validation, so that the tree is walked once. */
const known = new WeakMap<readonly IConstruct[], Declarations>();

/** The declaration behind an address, such as `var.password`; undefined if its stack has none. Call it only at synthesis. */
export function declarationOf(stack: TerraformStack, address: string): Declaration | undefined {
  const constructs = constructsToCheck(stack);
  const declarations = known.get(constructs) ?? declarationsIn(constructs);
  known.set(constructs, declarations);
  return declarations.get(address)?.();
}

function declarationsIn(constructs: readonly IConstruct[]): Declarations {
  const elements = constructs.filter(TerraformElement.isTerraformElement);
  return new Map(
    elements.flatMap((element) => {
      const found = declaredBy(element);
      return found ? [[found[0], () => ({ element, code: JSON.parse(codeFor(element, found[1]() ?? null)) })]] : [];
    }),
  );
}

/** The address that an element declares, and its block or value. */
function declaredBy(element: TerraformElement): readonly [string, () => unknown] | undefined {
  const name = () => element.friendlyUniqueId;
  if (element instanceof TerraformVariable) {
    return [`var.${name()}`, () => overriddenByStack(element, blockIn(element, 'variable'), 'variable')];
  }
  if (element instanceof TerraformLocal)
    // Its `expression` is a reference to itself.
    return [`local.${name()}`, () => (element.toTerraform() as { locals: Attributes }).locals[name()]];
  const attributes = attributesOf(element, 'terraform_data');
  return attributes && [`terraform_data.${name()}`, () => attributes];
}

const blockIn = (element: TerraformElement, kind: string): Attributes =>
  (element.toTerraform() as Record<string, Record<string, Attributes>>)[kind]?.[element.friendlyUniqueId] ?? {};
