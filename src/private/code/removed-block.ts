import { TerraformElement, TerraformStack } from 'cdktf';
import type { Construct } from 'constructs';
import { ValidationError } from '../props/checks';
import { typeOf, withOverrides } from './attributes';
import { pathOf } from './tree';

/** A `removed` block, for which CDKTF has no class: Terraform forgets a resource and leaves its object alone. */
export class RemovedBlock extends TerraformElement {
  readonly #type: string;

  /** @param logicalId name of the resource in Terraform, if it does not follow from scope and id, which are those of the removed construct */
  public constructor(scope: Construct, id: string, type: string, logicalId: string | undefined) {
    super(scope, id, type);
    this.#type = type;
    if (logicalId !== undefined) this.overrideLogicalId(logicalId);
    this.node.addValidation({ validate: () => [...this.#stillDefined(), ...this.#destroyed()] });
  }

  public override toTerraform(): unknown {
    return { removed: [this.#block] };
  }

  public override toHclTerraform(): never {
    throw new ValidationError(
      `"${pathOf(this)}" can be synthesized as JSON only: CDKTF has no HCL for "removed" blocks`,
    );
  }

  get #block(): Readonly<Record<string, unknown>> {
    const from = `${this.#type}.${this.friendlyUniqueId}`;
    return withOverrides({ from, lifecycle: { destroy: false } }, this.rawOverrides);
  }

  #stillDefined(): string[] {
    const { from } = this.#block;
    const isTheSame = (element: TerraformElement) =>
      element !== this && typeOf(element) === this.#type && `${this.#type}.${element.friendlyUniqueId}` === from;
    const elements = TerraformStack.of(this).node.findAll().filter(TerraformElement.isTerraformElement);
    return elements
      .filter(isTheSame)
      .map(
        (element) =>
          `"${pathOf(this)}" lets go of ${from}, which "${pathOf(element)}" still defines: remove one of them`,
      );
  }

  /** Reports an override that takes back what the block promises. */
  #destroyed(): string[] {
    const { from, lifecycle } = this.#block;
    if ((lifecycle as { destroy?: unknown } | undefined)?.destroy === false) return [];
    return [
      `"${pathOf(this)}" retains ${from}, but an override of its lifecycle takes "destroy = false" away: remove the override, or, to ` +
        'destroy the object, this construct',
    ];
  }
}
