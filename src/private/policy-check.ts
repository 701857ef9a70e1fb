import { Annotations } from 'cdktf';
import type { IConstruct } from 'constructs';

/** Type of the metadata that says which rule is suppressed, and why. */
export const SUPPRESSION = 'coffer:suppress';

/** What a rule says of one construct, in sentences that name paths; undefined if the rule is not about such constructs. */
export type Examine = (construct: IConstruct) => readonly string[] | undefined;

/** What an aspect does that looks after one rule: it reports everything that it finds in a stack at once. */
export class PolicyCheck {
  readonly #rule: string;
  readonly #warnOnly: boolean;
  readonly #examine: Examine;
  /** A stack may be synthesized again, as tests do. */
  readonly #seen = new WeakSet<IConstruct>();

  constructor(rule: string, warnOnly: boolean | undefined, examine: Examine) {
    this.#rule = rule;
    this.#warnOnly = warnOnly === true;
    this.#examine = examine;
  }

  /** For every construct of a stack. */
  visit(construct: IConstruct): void {
    if (this.#seen.has(construct) || this.#examine(construct) === undefined) return;
    this.#seen.add(construct);
    if (this.#warnOnly) for (const finding of this.findings(construct)) Annotations.of(construct).addWarning(finding);
    else construct.node.addValidation({ validate: () => this.findings(construct) });
  }

  private findings(construct: IConstruct): string[] {
    if (isSuppressed(construct, this.#rule)) return [];
    return (this.#examine(construct) ?? []).map((finding) => `${finding} (${this.#rule})`);
  }
}

function isSuppressed(construct: IConstruct, rule: string): boolean {
  return construct.node.scopes.some(({ node }) =>
    node.metadata.some(({ type, data }) => type === SUPPRESSION && (data as { rule?: unknown }).rule === rule),
  );
}
