import { ref, TerraformElement, Token } from 'cdktf';
import type { Construct } from 'constructs';
import { ValidationError } from '../validation-error';
import { type Attributes, pathOfType, withOverrides } from './attributes';
import { References } from './references';
import { pathOf } from './tree';

/** A block for which CDKTF or this library has no class. It is synthesized as JSON only. */
export abstract class OwnBlock extends TerraformElement {
  public override toHclTerraform(): never {
    throw new ValidationError(`"${pathOf(this)}" can be synthesized as JSON only: CDKTF has no HCL for its block`);
  }
}

/** A block with attributes, such as `ephemeral.random_password`. */
export abstract class OwnBlockWithAttributes extends OwnBlock {
  readonly #references = new References();

  /** @param type with the kind of the block before it, unless that is a resource */
  public constructor(
    scope: Construct,
    id: string,
    private readonly type: string,
  ) {
    super(scope, id, type);
  }

  /** Its arguments, without overrides. */
  protected abstract readonly written: Attributes;

  /** A reference to an attribute, of the current element if it is repeated. */
  public attribute(name: string): string {
    return this.#references.late(name, () => {
      const index = this.written.for_each === undefined ? '' : '[each.key]';
      return Token.asString(ref(`${this.type}.${this.friendlyUniqueId}${index}.${name}`, this.cdktfStack));
    });
  }

  public override toTerraform(): unknown {
    const [kind, type] = pathOfType(this.type);
    return { [kind]: { [type]: { [this.friendlyUniqueId]: withOverrides(this.written, this.rawOverrides) } } };
  }
}
