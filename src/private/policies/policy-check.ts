import { Annotations, Aspects, type IAspect, TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';
import { checkMisplacedValues } from '../code/misplaced-values';
import { checkStackOf, type StackCheck } from '../code/tree';

/** Type of the metadata that holds a suppressed rule and the reason. */
export const SUPPRESSION = 'coffer:suppress';

/** Returns what finds violations by a construct when its stack is validated, as sentences with paths; undefined if the rule does not apply to it. */
export type Examine = (construct: IConstruct) => (() => readonly string[]) | undefined;

/**
 * An aspect that checks one rule. It reports all findings in a stack at once, when the stack is validated: after all aspects, which may
 * add constructs and change others. The name begins with an underscore so that jsii gives its members to the classes that extend it.
 */
export abstract class _PolicyAspect implements IAspect {
  readonly #rule: string;
  readonly #warnOnly: boolean;
  readonly #examine: Examine;
  /** Constructs already checked: a stack may be synthesized more than once, for example in tests. */
  readonly #seen = new WeakSet<IConstruct>();
  /** Warnings are metadata, which stay. */
  readonly #warned = new WeakMap<IConstruct, Set<string>>();

  /** @param rule name under which it is suppressed */
  public constructor(rule: string, { warnOnly = false }: { readonly warnOnly?: boolean }, examine: Examine) {
    this.#rule = rule;
    this.#warnOnly = warnOnly;
    this.#examine = examine;
  }

  /**
   * Called by the synthesis for every construct.
   *
   * @param node construct to examine
   */
  public visit(node: IConstruct): void {
    if (node.node.scopes.some(TerraformStack.isStack)) checkStackOf(node, applyPolicies);
    if (this.#seen.has(node) || this.#examine(node) === undefined) return;
    this.#seen.add(node);
    node.node.addValidation({ validate: () => this.#report(node) });
  }

  #report(construct: IConstruct): string[] {
    if (isSuppressed(construct, this.#rule)) return [];
    const findings = (this.#examine(construct)?.() ?? []).map((finding) => `${finding} (${this.#rule})`);
    if (!this.#warnOnly) return findings;
    const warned = this.#warned.get(construct) ?? new Set();
    this.#warned.set(construct, warned);
    for (const finding of findings.filter((each) => !warned.has(each))) {
      warned.add(finding);
      Annotations.of(construct).addWarning(finding);
    }
    return [];
  }
}

/**
 * Runs the policies that are attached to a stack, above it or below it, on every construct that the stack has when it is validated. CDKTF calls
 * aspects neither above the stacks nor for what another aspect adds where they have been (C10). Its handling of aspects that are not policies of this
 * library stays unchanged. Policies report findings as validations of the constructs, which run after that of their stack.
 */
export const applyPolicies: StackCheck = (constructs, stack) => {
  const above = stack.node.scopes.filter((scope) => scope !== stack).flatMap(policiesAt);
  const attached = new Map<IConstruct | undefined, readonly IAspect[]>([[stack.node.scope, above]]);
  for (const construct of constructs) {
    const around = attached.get(construct.node.scope) ?? [];
    const here = policiesAt(construct);
    const all = here.length > 0 ? [...around, ...here] : around;
    attached.set(construct, all);
    for (const policy of all) policy.visit(construct);
  }
  return [];
};

const policiesAt = (scope: IConstruct): IAspect[] =>
  Aspects.of(scope).all.filter((aspect) => aspect instanceof _PolicyAspect);

/** Whether a rule is suppressed for a construct or for one of its scopes. */
export function isSuppressed(construct: IConstruct, rule: string): boolean {
  return construct.node.scopes.some(({ node }) =>
    node.metadata.some(({ type, data }) => type === SUPPRESSION && (data as { rule?: unknown }).rule === rule),
  );
}

/** Apps whose stacks are already watched. */
const watched = new WeakSet<IConstruct>();

/** Runs the policies in the whole app of a construct, including stacks that hold only low-level constructs (C10). */
export function runPoliciesAbove(construct: IConstruct): void {
  watch(construct);
  const { root } = construct.node;
  if (watched.has(root)) return;
  watched.add(root);
  // The other stacks may be synthesized before the stack of this construct.
  watchStacksOf(root);
}

function watchStacksOf(root: IConstruct): void {
  for (const stack of root.node.findAll().filter(TerraformStack.isStack)) watch(stack);
}

function watch(construct: IConstruct): void {
  checkStackOf(construct, watchLaterStacks);
  checkStackOf(construct, applyPolicies);
  checkStackOf(construct, checkMisplacedValues);
}

/** Stacks may be defined after our last construct. */
const watchLaterStacks: StackCheck = (_constructs, stack) => {
  watchStacksOf(stack.node.root);
  return [];
};
