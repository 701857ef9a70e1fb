import { Annotations, type IAspect } from 'cdktf';
import type { IConstruct } from 'constructs';

/** Type of the metadata that says which rule is suppressed, and why. */
export const SUPPRESSION = 'coffer:suppress';

/** What a rule says of one construct, in sentences that name paths; undefined if the rule is not about such constructs. */
export type Examine = (construct: IConstruct) => readonly string[] | undefined;

/** The aspects that look after a rule of this library. */
const policies = new WeakSet<IAspect>();

/** Whether an aspect is a policy of this library. */
export const isPolicy = (aspect: IAspect): boolean => policies.has(aspect);

/** What an aspect does that looks after one rule: it reports everything that it finds in a stack at once. */
export class PolicyCheck {
  readonly #rule: string;
  readonly #warnOnly: boolean;
  readonly #examine: Examine;
  readonly #culprit: (construct: IConstruct) => IConstruct;
  /** A stack may be synthesized again, as tests do. */
  readonly #seen = new WeakSet<IConstruct>();

  /**
   * @param policy the aspect
   * @param rule name under which it is suppressed
   * @param warnOnly whether findings are warnings
   * @param examine finds what is wrong with a construct
   * @param culprit where an exception would be made, if not at the construct in which the finding shows
   */
  constructor(
    policy: IAspect,
    rule: string,
    warnOnly: boolean | undefined,
    examine: Examine,
    culprit = (construct: IConstruct): IConstruct => construct,
  ) {
    policies.add(policy);
    this.#rule = rule;
    this.#warnOnly = warnOnly === true;
    this.#examine = examine;
    this.#culprit = culprit;
  }

  /** For every construct of a stack. */
  visit(construct: IConstruct): void {
    if (this.#seen.has(construct) || this.#examine(construct) === undefined) return;
    this.#seen.add(construct);
    if (this.#warnOnly) for (const finding of this.findings(construct)) Annotations.of(construct).addWarning(finding);
    else construct.node.addValidation({ validate: () => this.findings(construct) });
  }

  private findings(construct: IConstruct): string[] {
    if (isSuppressed(this.#culprit(construct), this.#rule)) return [];
    return (this.#examine(construct) ?? []).map((finding) => `${finding} (${this.#rule})`);
  }
}

/** Whether an exception from a rule has been made for a construct, or for what it is part of. */
export function isSuppressed(construct: IConstruct, rule: string): boolean {
  return construct.node.scopes.some(({ node }) =>
    node.metadata.some(({ type, data }) => type === SUPPRESSION && (data as { rule?: unknown }).rule === rule),
  );
}
