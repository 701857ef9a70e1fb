import { type TerraformVariable, Token } from 'cdktf';
import { Construct, type IConstruct } from 'constructs';
import { verbatim } from './private/code/expressions';
import { hasExpression } from './private/code/hcl-text';
import { resolveMisplaced, usePlaceholder } from './private/code/misplaced-values';
import { withTextTokens } from './private/code/terms';
import { declareSecretVariable } from './private/code/variables';
import { refuse, validName } from './private/props/checks';
import { ValidationError } from './private/validation-error';
import { type Composition, templateOf, wellFormed } from './private/values/composition';
import { findHashedSecrets, keptInPlans } from './private/values/exposed-values';
import { checkGeneration, type Generated, generateValue, isGenerated, useOnce } from './private/values/generated-value';
import { composeJson } from './private/values/json-composition';
import { claimSecret, PLAIN_TEXT } from './private/values/secret-marks';
import { composeText } from './private/values/text-composition';
import { CodeHash, hashOf, hashOfValues, joinVersions } from './private/values/value-versions';
import type { SecretGeneration } from './secret-generation';
import type { SecretTemplateOptions } from './secret-template';

/** Options of a secret value. */
export interface SecretValueOptions {
  /**
   * Any text that is not secret, such as a number, a date or a hash; a token is possible, too. Terraform does not store write-only
   * values, so it cannot detect a change of one: a changed version makes it send the value again, and so does another source of the value.
   *
   * @default - the value is sent when its resource is created, and later only if another change of the resource requires it
   */
  readonly version?: string;
}

/** Options of a secret variable. */
export interface SecretVariableOptions extends SecretValueOptions {
  /**
   * Description of the variable, shown when Terraform prompts for it.
   *
   * @default - no description
   */
  readonly description?: string;
}

/** Names that Terraform reserves and does not allow for a variable. */
const RESERVED_NAMES = ['source', 'version', 'providers', 'count', 'for_each', 'lifecycle', 'depends_on', 'locals'];

/**
 * A secret text, and the way it reaches Terraform.
 *
 * Constructs take it instead of a string, so that plain text cannot slip in. It cannot be converted to text: using it as a string is an error, and so
 * is, at synthesis, using it in any place that takes no secret value. `SecretValue.json` and `SecretValue.template` compose it with others.
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
   * Declares a sensitive and ephemeral input variable, and refers to it. Its value (`TF_VAR_<name>`) reaches neither the
   * synthesized code nor a plan nor the state; nothing is read at synthesis. Any number of calls in a stack, from any scope, share
   * one variable. Another declaration of a variable of that name is an error at synthesis.
   *
   * @param scope where the variable is declared; it can only be used within one stack
   * @param name name of the Terraform variable, used verbatim
   * @param options version and description
   */
  public static fromVariable(scope: Construct, name: string, options: SecretVariableOptions = {}): SecretValue {
    const problem = validName('name', name, RESERVED_NAMES);
    if (problem !== undefined) throw new ValidationError(problem);
    const variable = declareSecretVariable(scope, name, options.description);
    const value = new SecretValue(variable.stringValue, true, options.version, [variable]);
    value.#source = `var.${name}`;
    return value;
  }

  /**
   * Refers to a value that Terraform never stores: an attribute of an ephemeral resource, or an ephemeral variable. A value that comes
   * only from variables that are not ephemeral, which every plan holds, is an error at synthesis.
   *
   * @param expression a token or an expression in `${…}`
   * @param options the version
   */
  public static fromEphemeral(expression: string, options: SecretValueOptions = {}): SecretValue {
    // The message omits the text, which may be the secret.
    if (!Token.isUnresolved(expression) && !/^\$\{.+\}$/s.test(expression)) {
      throw new ValidationError(
        `"expression" must be a token or one interpolated expression, got ${
          hasExpression(expression)
            ? "text around an expression: use SecretValue.template('…{name}…', { name: SecretValue.fromEphemeral(expression) }), " +
              'which also encodes the value for a URL'
            : 'plain text: use SecretValue.fromVariable'
        }`,
      );
    }
    const value = new SecretValue(expression, true, options.version, [], [expression]);
    value.#source = new CodeHash(null, [expression], []);
    return value;
  }

  /**
   * A value that Terraform generates, like `generateValue` of a `Secret`, as a part of a composition. Each time that its secret is sent, because of
   * a new version, another part or another name, it is another value. So it goes into one secret only; a second one is an error at synthesis.
   *
   * @param scope scope that the generator is part of
   * @param id id of the generator, unique in its scope
   * @param generation length, characters and rotation
   *
   * @exampleMetadata fixture=stack
   * @example
   * stack.addOverride('terraform.required_providers.random', { source: 'hashicorp/random', version: '>= 3.7.0' });
   * const password = SecretValue.generated(stack, 'DbPassword', { length: 32, special: false });
   * new Secret(stack, 'DbLogin', { secretName: 'db-login', objectValue: { user: 'app', password } });
   */
  public static generated(scope: Construct, id: string, generation: SecretGeneration): SecretValue {
    const generator = new Construct(scope, id);
    refuse(generator, checkGeneration(generation));
    return SecretValue._generated(generateValue(generator, generation));
  }

  /**
   * A value that Terraform generates. It is the same value wherever its blocks are, so its version does not have their code in it.
   *
   * @internal
   */
  public static _generated({ expression, versions }: Generated): SecretValue {
    return new SecretValue(expression, true, joinVersions(['generated', ...versions]), [], [expression]);
  }

  /**
   * Takes plain text. It is then in the synthesized code and in Terraform's state, readable by anyone who can read those. A change
   * of the text is detected without a version. A token for a value that is in the state anyway adds no exposure.
   *
   * @param text the value, not empty, of whole characters: Terraform replaces half of a surrogate pair
   */
  public static unsafePlainText(text: string): SecretValue {
    if (text === '') throw new ValidationError('a secret value must not be empty');
    const problem = wellFormed('a secret value', text);
    if (problem !== undefined) throw new ValidationError(problem);
    const template = withTextTokens(text);
    const isToken = Token.isUnresolved(template);
    return new SecretValue(isToken ? template : verbatim(text), false, undefined, [], [], !isToken);
  }

  /**
   * Composes a JSON object of secret values and others, such as `{"user":"app","password":"…"}`. It is ephemeral if one of the secret
   * values is. Its version is made from theirs and from everything else in it, so that a change of any part is sent.
   *
   * @param object text, numbers, booleans, null, lists, objects, tokens and at least one secret value. In text, `${…}` is an expression
   * of Terraform, `$${` stands for `${`, and `%{` is text. A whole number beyond 2^53 must be given as text. What is undefined is left out; in the other languages that is what is null.
   *
   * @exampleMetadata fixture=stack
   * @example
   * const password = SecretValue.fromVariable(stack, 'db_password', { version: '1' });
   * new Secret(stack, 'Login', {
   *   secretName: 'db-login',
   *   value: SecretValue.json({ user: 'app', password, hosts: ['db-1.example.com', 'db-2.example.com'] }),
   * });
   */
  public static json(object: { [key: string]: unknown }): SecretValue {
    return SecretValue._compose(composeJson(object, 'object'));
  }

  /**
   * Composes a text of secret values and others. In a template that begins with a scheme, such as `postgres://`, the parts are
   * percent-encoded, but for the host. It is ephemeral if one of the secret values is. Its version is made from theirs and from
   * everything else in it, so that a change of any part is sent.
   *
   * @param template text with `{name}` in the place of each part; `{{` and `}}` stand for braces. `${…}` is an expression of Terraform,
   * and `$${` stands for `${`; `%` has no meaning.
   * @param parts by name: text, numbers, booleans, tokens and at least one secret value
   * @param options the encoding
   *
   * @exampleMetadata fixture=stack
   * @example
   * const password = SecretValue.fromVariable(stack, 'db_password', { version: '1' });
   * new Secret(stack, 'DatabaseUrl', {
   *   secretName: 'database-url',
   *   value: SecretValue.template('postgres://{user}:{password}@db.example.com/app', { user: 'app', password }),
   * });
   */
  public static template(
    template: string,
    parts: { [name: string]: unknown },
    options: SecretTemplateOptions = {},
  ): SecretValue {
    return SecretValue._compose(composeText(template, parts, options.encoding));
  }

  /**
   * A value of the pieces of a composition. Throws its problems.
   *
   * @internal
   */
  public static _compose({ pieces, problems }: Composition): SecretValue {
    const found = problems.filter((problem) => problem !== undefined);
    if (found.length > 0) throw new ValidationError(found.join('\n'));
    const holes = pieces.flatMap((piece) => ('value' in piece ? [piece.value] : []));
    const secrets = [...new Set(holes.filter((value) => value instanceof SecretValue))];
    const others = holes.filter((value) => !(value instanceof SecretValue));
    const frame = (sources: readonly unknown[]) =>
      pieces.map((piece) => {
        if ('text' in piece) return piece.text;
        const { value, encoding } = piece;
        if (!(value instanceof SecretValue)) return [encoding.name];
        const index = secrets.indexOf(value);
        return [encoding.name, index, sources[index]];
      });
    return SecretValue._combine(secrets, { frame, others }, (texts) =>
      templateOf(pieces, (secret) => texts[secrets.indexOf(secret as SecretValue)] ?? ''),
    );
  }

  /**
   * A value composed of others. It is ephemeral if one of them is, has the versions of all parts in order, and is bound to their
   * stacks. A plain-text part has no version, so a change of it would go unnoticed in an ephemeral value: its version there is its
   * hash. So is that of what is no secret value: of the `frame`, which is known at synthesis, and of `others`, which are not. The frame is
   * made with the variables that each part comes from, and has their expressions beside it: two of one version that change places are sent.
   *
   * @internal
   */
  public static _combine(
    parts: readonly SecretValue[],
    {
      frame,
      others,
    }: { readonly frame: (sources: readonly unknown[]) => unknown; readonly others: readonly unknown[] },
    combine: (texts: readonly string[]) => string,
  ): SecretValue {
    const text = combine(parts.map((part) => part.#text));
    const variables = parts.flatMap((part) => part.#variables);
    const references = parts.flatMap((part) => part.#references);
    const hasPlainText = parts.some((part) => part.#hasPlainText);
    if (!parts.some((part) => part.isEphemeral))
      return new SecretValue(text, false, undefined, variables, references, hasPlainText);
    const hashed = parts.filter((part) => !part.isEphemeral).map((part) => part.#text);
    const known = frame(parts.map((part) => part.#names));
    const version = joinVersions([
      references.length + others.length > 0 ? new CodeHash(known, references, others) : hashOf(JSON.stringify(known)),
      ...(others.length > 0 ? [hashOfValues(others)] : []),
      ...parts.map((part) => part.version ?? (part.isEphemeral ? undefined : hashOf(part.#text))),
    ]);
    return new SecretValue(text, true, version, variables, references, hasPlainText, [
      ...others,
      ...hashed,
      ...parts.flatMap((part) => part.#hashed),
    ]);
  }

  readonly #text: string;
  /** What it comes from; undefined for a composed value, which has its sources in its version. */
  #source: string | CodeHash | undefined;
  /** Ephemeral variables in this value. */
  readonly #variables: readonly TerraformVariable[];
  /** Other ephemeral expressions in it; their targets are known once they are resolved. */
  readonly #references: readonly string[];
  /** Whether there is plain text in it, which an ephemeral value would hide from policies. */
  readonly #hasPlainText: boolean;
  /** The parts of the version that are a hash computed by Terraform. */
  readonly #hashed: readonly unknown[];

  private constructor(
    text: string,
    /** Whether Terraform keeps the value out of plans and state. */
    public readonly isEphemeral: boolean,
    /** Changes when the value does; undefined if none was given. */
    public readonly version?: string,
    variables: readonly TerraformVariable[] = [],
    references: readonly string[] = [],
    hasPlainText = false,
    hashed: readonly unknown[] = [],
  ) {
    if (version === '') throw new ValidationError('"version" must not be empty');
    this.#text = text;
    this.#variables = variables;
    this.#references = references;
    this.#hasPlainText = hasPlainText;
    this.#hashed = hashed;
  }

  /** Names of its variables. */
  get #names(): readonly string[] {
    return this.#variables.map((variable) => variable.friendlyUniqueId);
  }

  /**
   * The parts of the version that an argument has: another source of the same version is sent, too.
   *
   * @internal
   */
  public get _versions(): readonly (string | CodeHash | undefined)[] {
    return this.version === undefined || this.#source === undefined ? [this.version] : [this.#source, this.version];
  }

  /** Always throws: as text, the value would be unprotected. */
  public toString(): string {
    throw new ValidationError(
      'a SecretValue cannot be used as text: hand it to a prop that takes a SecretValue; for text or JSON that contains it, use ' +
        'SecretValue.template or SecretValue.json',
    );
  }

  /** Returns a placeholder, for dumps of constructs. In the code of a stack the placeholder is an error at synthesis. */
  public toJSON(): string {
    return usePlaceholder();
  }

  /**
   * Whether Terraform generates it, or a part of it, so that each plan has another one.
   *
   * @internal
   */
  public get _isGenerated(): boolean {
    return this.#references.some(isGenerated);
  }

  /**
   * Returns the text for Terraform.
   *
   * @internal
   */
  public _expose(user: IConstruct): string {
    for (const reference of this.#references) {
      user.node.addValidation({ validate: () => keptInPlans(user, reference) });
      useOnce(reference, user);
    }
    if (this.#hashed.length > 0) user.node.addValidation({ validate: () => findHashedSecrets(user, this.#hashed) });
    if (this.isEphemeral && this.#hasPlainText) user.node.addMetadata(PLAIN_TEXT, 'a part of its value');
    if (this.isEphemeral)
      claimSecret(user, this.#text, [...this.#references, ...this.#variables.map(({ stringValue }) => stringValue)]);
    return this.#text;
  }
}

// CDKTF calls it of a value in a place that takes none. It is no part of the API: to a compiler, a secret value is no token.
Object.defineProperty(SecretValue.prototype, 'resolve', { value: resolveMisplaced });
