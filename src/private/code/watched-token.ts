import { type IResolveContext, TerraformElement, TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';
import { rawOverridesOf } from './attributes';
import { codeFor } from './expressions';
import { LateToken } from './late-token';

/** A token that knows in whose code it stands. */
export class WatchedToken extends LateToken {
  readonly #users = new Set<IConstruct>();

  /** @param value returns what it stands for, at synthesis */
  public constructor(private readonly value: () => string) {
    super();
  }

  public override resolve({ scope }: IResolveContext): string {
    this.#users.add(scope);
    return this.value();
  }

  /** The elements, and the stacks by what they override, whose code has this token. It resolves all their code, so call it only at synthesis. */
  public usersAmong(constructs: readonly IConstruct[]): IConstruct[] {
    this.#users.clear();
    for (const construct of constructs) {
      if (TerraformElement.isTerraformElement(construct)) codeFor(construct, construct.toTerraform());
      else if (TerraformStack.isStack(construct)) codeFor(construct, rawOverridesOf(construct));
    }
    return constructs.filter((construct) => this.#users.has(construct));
  }
}
