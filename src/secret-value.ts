import { TerraformStack, TerraformVariable, Token } from 'cdktf';
import type { Construct, IConstruct } from 'constructs';
import { crossesEphemerally } from './private/crossings';
import { verbatim } from './private/expressions';
import { constructsOf, isInTree } from './private/tree';
import { ValidationError } from './private/validation-error';
import { declareSecretVariable } from './private/variables';
import { hashOf, joinVersions } from './private/versions';

/** How a secret value says that it changed. */
export interface SecretValueOptions {
  /**
   * Any text that is not secret, such as a number, a date or a hash; a token works too. Terraform keeps no write-only value, so
   * it cannot see that one changed: a changed version makes it send the value again.
   *
   * @default - the value is sent when its resource is created, and again only with a change of its own resource that needs it
   */
  readonly version?: string;
}

/** How a secret variable is declared. */
export interface SecretVariableOptions extends SecretValueOptions {
  /**
   * What the variable is for, shown where Terraform asks for it.
   *
   * @default - no description
   */
  readonly description?: string;
}

/** What Terraform itself means by these in a `variable` block's name. */
const RESERVED_NAMES = ['source', 'version', 'providers', 'count', 'for_each', 'lifecycle', 'depends_on', 'locals'];

/**
 * Text that must not be seen, and how it reaches Terraform.
 *
 * Constructs take it where they would otherwise take a string, so that plain text cannot slip in. It has no text of its own:
 * using it as a string, in a template or as JSON, is an error.
 *
 * @exampleMetadata fixture=stack
 * @example
 * const version = new TerraformVariable(stack, 'smtp_password_version', { type: 'string', default: '1' });
 * new Secret(stack, 'SmtpPassword', {
 *   secretName: 'smtp-password',
 *   value: SecretValue.fromVariable(stack, 'smtp_password', { version: version.stringValue }),
 * });
 */
export class SecretValue {
  /**
   * Declares an input variable that is sensitive and ephemeral, and refers to it. Its value (`TF_VAR_<name>`) reaches neither
   * the synthesized code nor a plan nor the state; nothing is read at synthesis. One variable serves any number of calls in a stack,
   * from any scope. Two descriptions of it, or a variable of that name that is declared in another way, are an error at synthesis.
   *
   * @param scope where the variable is declared; it can be used within one stack
   * @param name name of the Terraform variable, as it stands
   * @param options version and description
   */
  public static fromVariable(scope: Construct, name: string, options: SecretVariableOptions = {}): SecretValue {
    if (!/^[A-Za-z_][A-Za-z0-9_-]*$/.test(name) || RESERVED_NAMES.includes(name)) {
      throw new ValidationError(
        `"name" must be a name that Terraform allows for a variable (letters, digits, "_" and "-", not ${RESERVED_NAMES.join(', ')}), got ${JSON.stringify(name)}`,
      );
    }
    const variable = declareSecretVariable(scope, name, options.description);
    return new SecretValue(variable.stringValue, true, options.version, [variable]);
  }

  /**
   * Refers to a value that Terraform itself never stores: an attribute of an ephemeral resource or an ephemeral variable.
   *
   * @param expression a token or an expression in `${…}`
   * @param options the version
   */
  public static fromEphemeral(expression: string, options: SecretValueOptions = {}): SecretValue {
    // The text itself is not shown: it may well be the secret.
    if (!Token.isUnresolved(expression) && !/^\$\{.+\}$/s.test(expression)) {
      throw new ValidationError(
        '"expression" must be a token or one interpolated expression, got plain text: use SecretValue.fromVariable',
      );
    }
    return new SecretValue(expression, true, options.version, [], [expression]);
  }

  /**
   * Takes text as it is. It then stands in the synthesized code and in Terraform's state, readable by whoever can read those;
   * a change of the text is seen without a version. A token of a value that is in the state anyway is no worse for it.
   */
  public static unsafePlainText(text: string): SecretValue {
    if (text === '') throw new ValidationError('a secret value must not be empty');
    return new SecretValue(Token.isUnresolved(text) ? text : verbatim(text), false);
  }

  /**
   * A value made of others: ephemeral if one of them is, with the version of each in its place, and bound to their stacks. A part in plain
   * text has none, and would change without a trace in what is ephemeral: a hash of it is its version there.
   *
   * @internal
   */
  public static _combine(parts: readonly SecretValue[], combine: (texts: readonly string[]) => string): SecretValue {
    const isEphemeral = parts.some((part) => part.isEphemeral);
    const versionOf = (part: SecretValue) => part.version ?? (part.isEphemeral ? undefined : hashOf(part.#text));
    return new SecretValue(
      combine(parts.map((part) => part.#text)),
      isEphemeral,
      isEphemeral ? joinVersions(parts.map(versionOf)) : undefined,
      parts.flatMap((part) => part.#variables),
      parts.flatMap((part) => part.#references),
    );
  }

  readonly #text: string;
  /** Ephemeral variables of this value. */
  readonly #variables: readonly TerraformVariable[];
  /** Other ephemeral expressions in it; where they lead is known once they are resolved. */
  readonly #references: readonly string[];

  private constructor(
    text: string,
    /** Whether Terraform keeps the value out of plans and state. */
    public readonly isEphemeral: boolean,
    /** Changes when the value does; undefined if nobody said. */
    public readonly version?: string,
    variables: readonly TerraformVariable[] = [],
    references: readonly string[] = [],
  ) {
    if (version === '') throw new ValidationError('"version" must not be empty');
    this.#text = text;
    this.#variables = variables;
    this.#references = references;
  }

  /** Always an error: it would put the value where nobody guards it. */
  public toString(): string {
    throw new ValidationError('a SecretValue cannot be used as text: hand it to a prop that takes a SecretValue');
  }

  /** What a dump of constructs shows in its place. */
  public toJSON(): string {
    return '[secret value]';
  }

  /**
   * The text for Terraform.
   *
   * @internal
   */
  public _expose(user: IConstruct): string {
    const stack = TerraformStack.of(user);
    for (const variable of this.#variables) {
      const declaring = TerraformStack.of(variable);
      if (declaring === stack) refuseToDangle(user, variable);
      else
        throw new ValidationError(
          `an ephemeral variable cannot cross stacks: it is declared in ${declaring.node.path} and used by ${user.node.path}; ` +
            `declare it again with SecretValue.fromVariable in ${stack.node.path}`,
        );
    }
    for (const reference of this.#references) refuseToCross(user, reference);
    return this.#text;
  }
}

/** The variable goes with the scope in which it was declared (C11). */
function refuseToDangle(user: IConstruct, variable: TerraformVariable): void {
  const isDeclared = () => isInTree(variable) || isDeclaredElsewhere(variable);
  user.node.addValidation({
    validate: () =>
      isDeclared()
        ? []
        : [
            `"${user.node.path}" uses variable "${variable.friendlyUniqueId}", which was removed from the tree with the scope in which ` +
              'SecretValue.fromVariable declared it: declare it in a scope that stays',
          ],
  });
}

const isDeclaredElsewhere = (variable: TerraformVariable): boolean =>
  constructsOf(TerraformStack.of(variable)).some(
    (other) => other instanceof TerraformVariable && other.friendlyUniqueId === variable.friendlyUniqueId,
  );

/** A reference carries its stack, but shows it only once it is resolved (C5). */
function refuseToCross(user: IConstruct, reference: string): void {
  if (!Token.isUnresolved(reference)) return;
  user.node.addValidation({
    validate: () =>
      crossesEphemerally(user, reference)
        ? [
            `an ephemeral value crosses stacks: "${user.node.path}" refers to one of another stack, and outputs cannot hold it. ` +
              `Declare its source in stack "${TerraformStack.of(user).node.path}", too`,
          ]
        : [],
  });
}
