import { Annotations, type IAspect } from 'cdktf';
import type { IConstruct } from 'constructs';

/** Type of the metadata that holds a suppressed rule and the reason. */
export const SUPPRESSION = 'coffer:suppress';

/** Returns the findings of a rule about one construct, as sentences with paths; undefined if the rule does not apply to such constructs. */
export type Examine = (construct: IConstruct) => readonly string[] | undefined;

/** The aspects that check a rule of this library. */
const policies = new WeakSet<IAspect>();

/** Whether an aspect is a policy of this library. */
export const isPolicy = (aspect: IAspect): boolean => policies.has(aspect);

/** Implements an aspect that checks one rule: it reports all findings in a stack at once. */
export class PolicyCheck {
  readonly #rule: string;
  readonly #warnOnly: boolean;
  readonly #examine: Examine;
  readonly #culprit: (construct: IConstruct) => IConstruct;
  /** Constructs already checked: a stack may be synthesized more than once, for example in tests. */
  readonly #seen = new WeakSet<IConstruct>();

  /**
   * @param policy the aspect
   * @param rule name under which it is suppressed
   * @param warnOnly whether findings are warnings
   * @param examine returns the findings about a construct
   * @param culprit the construct at which the rule can be suppressed, if it is not the one with the finding
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

  /** Called for every construct of a stack. */
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

/** Whether a rule is suppressed for a construct or for one of its scopes. */
export function isSuppressed(construct: IConstruct, rule: string): boolean {
  return construct.node.scopes.some(({ node }) =>
    node.metadata.some(({ type, data }) => type === SUPPRESSION && (data as { rule?: unknown }).rule === rule),
  );
}
