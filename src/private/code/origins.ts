import { TerraformElement, TerraformLocal, type TerraformStack, TerraformVariable } from 'cdktf';
import type { IConstruct } from 'constructs';
import { attributesOf, overriddenByStack } from './attributes';
import { codeFor } from './expressions';
import { ingredientsOf, type Steps } from './hcl-references';
import { partsOf } from './hcl-text';
import { constructsToCheck } from './tree';

/** A reference that a value depends on in the end. */
export interface Origin {
  /** Its steps, such as `coffer_access_key`, `Key`, `secret_access_key`. */
  readonly steps: Steps;
  /** Whether the value is the reference alone: no function or loop takes a part of it. */
  readonly isAlone: boolean;
  /** The variable, if it is one that the stack declares. */
  readonly variable: Declaration | undefined;
  /** The local values and `terraform_data` through which it comes. */
  readonly via: readonly IConstruct[];
}

/** Follows the references in a value, in code, through local values and `terraform_data` to what they depend on. */
export function originsOf(stack: TerraformStack, value: unknown, via: readonly IConstruct[] = []): Origin[] {
  if (typeof value === 'object' && value !== null) {
    return Object.values(value).flatMap((each) => originsOf(stack, each, via));
  }
  if (typeof value !== 'string') return [];
  return ingredientsOf(value).references.flatMap((steps): Origin[] => {
    const reference = lookUp(stack, steps);
    if (!reference || reference.isVariable)
      return [{ steps, isAlone: isAlone(value, steps), variable: reference?.declaration, via }];
    const { element } = reference.declaration;
    return via.includes(element) ? [] : originsOf(stack, reference.value, [...via, element]);
  });
}

const isAlone = (value: string, steps: readonly string[]): boolean =>
  value === `\${${steps.map((step, at) => (at === 0 || step.startsWith('[') ? step : `.${step}`)).join('')}}`;

/** Functions whose result is not in their arguments. */
const READS_ELSEWHERE = /^(file|templatefile|uuid$|bcrypt|timestamp|plantimestamp|provider::(?!coffer::))/;

/** The values that Terraform knows of the run and of an instance: no secret comes from there. */
const OF_THE_RUN = /^(terraform|path|count)$/;

/**
 * Where the text of a value, in code, is written, if the code has all of it: in the value itself (none), or also in defaults of
 * variables, in local values and in `terraform_data`. Undefined if any part of it comes from elsewhere, and if there is no text.
 *
 * @param each the `for_each` of the block, in code
 */
export function writtenIn(
  stack: TerraformStack,
  value: unknown,
  each?: unknown,
  via: readonly IConstruct[] = [],
): readonly IConstruct[] | undefined {
  if (typeof value === 'object' && value !== null)
    return all(Object.values(value).map((part) => writtenIn(stack, part, each, via)));
  if (typeof value !== 'string') return value === undefined || value === null ? undefined : [];
  if (value === '') return undefined;
  const { references: named, functions, hasLiteral } = ingredientsOf(value);
  if (functions.some((name) => READS_ELSEWHERE.test(name))) return undefined;
  const references = named.filter(([kind]) => !OF_THE_RUN.test(kind));
  if (references.length === 0)
    return hasLiteral || partsOf(value).some(({ part, isCode }) => !isCode && part !== '') ? [] : undefined;
  return all(
    references.map((steps) => {
      if (steps[0] === 'each') return writtenIn(stack, elementsOf(each, steps), undefined, via);
      const reference = lookUp(stack, steps);
      const element = reference?.declaration.element;
      if (!element || via.includes(element)) return undefined;
      const within = writtenIn(stack, reference.value, undefined, [...via, element]);
      return within && [element, ...within];
    }),
  );
}

/** Values of `each.key` or `each.value`, with further steps, in all instances. */
function elementsOf(each: unknown, [, name, ...steps]: readonly string[]): unknown {
  if (typeof each !== 'object' || each === null) return each;
  return name === 'key' ? Object.keys(each) : Object.values(each).map((value) => partOf(value, steps));
}

/** All of several lists; undefined if one is missing, or if there is none. */
function all<T>(lists: readonly (readonly T[] | undefined)[]): readonly T[] | undefined {
  const there = lists.filter((list) => list !== undefined);
  return lists.length > 0 && there.length === lists.length ? there.flat() : undefined;
}

/** A reference to a declaration of its stack. */
export interface Reference {
  readonly declaration: Declaration;
  readonly isVariable: boolean;
  /** Its value: of a variable the default, of anything that is not known all that it can be. */
  readonly value: unknown;
}

/** Target of a reference, given as its steps; undefined if its stack declares nothing of that name. */
export function lookUp(stack: TerraformStack, [kind, name, ...steps]: Steps): Reference | undefined {
  const declaration = declarationOf(stack, `${kind}.${name}`);
  if (!declaration) return undefined;
  const { code } = declaration;
  if (kind === 'local') return { declaration, isVariable: false, value: partOf(code, steps) };
  const block = code as { readonly default?: unknown; readonly input?: unknown };
  if (kind === 'var') return { declaration, isVariable: true, value: partOf(block.default, steps) };
  const [attribute, ...rest] = steps;
  // Of `terraform_data`, only these attributes hold what it was given.
  if (attribute === 'output' || attribute === 'input')
    return { declaration, isVariable: false, value: partOf(block.input, rest) };
  return { declaration, isVariable: false, value: attribute === undefined ? code : undefined };
}

/** The part of a value that steps lead to, as far as they can be followed. */
function partOf(value: unknown, [step, ...rest]: readonly string[]): unknown {
  if (step === undefined || typeof value !== 'object' || value === null) return value;
  const [, name = step] = /^\["?(.*?)"?\]$/.exec(step) ?? [];
  const part = (value as Record<string, unknown>)[name];
  return part === undefined && step.startsWith('[') ? value : partOf(part, rest);
}

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
function declarationOf(stack: TerraformStack, address: string): Declaration | undefined {
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
    return [`var.${name()}`, () => overriddenByStack(element, element.toTerraform().variable[name()], 'variable')];
  }
  if (element instanceof TerraformLocal)
    // Its `expression` is a reference to itself.
    return [`local.${name()}`, () => element.toTerraform().locals[name()]];
  const attributes = attributesOf(element, 'terraform_data');
  return attributes && [`terraform_data.${name()}`, () => attributes];
}
