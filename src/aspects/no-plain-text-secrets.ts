import { type IAspect, TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';
import { type PolicyOptions, PolicyRule } from '../policy';
import { attributesOf, providerAttributesOf } from '../private/attributes';
import { codeFor } from '../private/expressions';
import { writtenIn } from '../private/origins';
import { type Examine, PolicyCheck } from '../private/policy-check';
import { pathOf } from '../private/resource-id';
import { PLAIN_TEXT } from '../private/secret-marks';

/** Arguments that hold secrets, per type of resource: `kept` ones are in the state, even if they are references. */
const ARGUMENTS = {
  coffer_secret: { kept: ['value'], writeOnly: ['value_wo'] },
  coffer_pull_secret: { kept: ['password'], writeOnly: ['password_wo', 'username_wo'] },
} as const;

/** Arguments of the provider that hold secrets. */
const PROVIDER_SECRETS = ['token', 'headers', 'fingerprint_key'] as const;

/**
 * Finds secrets in the synthesized code or in Terraform's state: every `SecretValue.unsafePlainText`, and its equivalent in
 * low-level constructs, also by way of a local value or of the default of a variable. It does not report the secret half of an
 * access key, which the service gives to Terraform.
 *
 * @exampleMetadata fixture=stack
 * @example
 * Aspects.of(stack).add(new NoPlainTextSecrets());
 */
export class NoPlainTextSecrets implements IAspect {
  readonly #check: PolicyCheck;

  /**
   * Creates the rule; `Aspects.of(stack).add(…)` applies it.
   *
   * @param options how findings are reported
   */
  public constructor(options: PolicyOptions = {}) {
    this.#check = new PolicyCheck(this, PolicyRule.NO_PLAIN_TEXT_SECRETS, options.warnOnly, examine);
  }

  /**
   * Called by the synthesis for every construct.
   *
   * @param node construct to examine
   */
  public visit(node: IConstruct): void {
    this.#check.visit(node);
  }
}

function examine(construct: IConstruct): ReturnType<Examine> {
  const provider = providerAttributesOf(construct);
  if (provider) {
    return () =>
      PROVIDER_SECRETS.flatMap((name) => textsIn(provider[name]).flatMap((text) => inCode(construct, name, text)));
  }
  for (const [type, { kept, writeOnly }] of Object.entries(ARGUMENTS)) {
    const attributes = attributesOf(construct, type);
    if (!attributes) continue;
    return () => [
      ...[...kept, ...writeOnly].flatMap((name) => inCode(construct, name, attributes[name], attributes.for_each)),
      ...kept
        .filter((name) => attributes[name] !== undefined && !placesOf(construct, attributes[name], attributes.for_each))
        .map((name) => inState(construct, name)),
      ...markedArguments(construct).map((name) => sayInCode(construct, name, [])),
    ];
  }
  return undefined;
}

/** Where the text of a value is written, if the code has all of it; undefined for any other value. */
function placesOf(construct: IConstruct, value: unknown, each?: unknown): readonly IConstruct[] | undefined {
  const code = JSON.parse(codeFor(construct, { value: value ?? null, each: each ?? null }));
  return writtenIn(TerraformStack.of(construct), code.value, code.each);
}

/** The values of a map, or the value itself. */
const textsIn = (value: unknown): readonly unknown[] =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
    ? Object.values(value)
    : [value];

/** Marked arguments of a construct. User names are seldom secret; those that are have been marked. */
function markedArguments({ node }: IConstruct): string[] {
  return (node.scope?.node.metadata ?? []).filter(({ type }) => type === PLAIN_TEXT).map(({ data }) => String(data));
}

function inCode(construct: IConstruct, argument: string, value: unknown, each?: unknown): string[] {
  const places = placesOf(construct, value, each);
  return places ? [sayInCode(construct, argument, places)] : [];
}

function sayInCode(construct: IConstruct, argument: string, places: readonly IConstruct[]): string {
  const named = [...new Set(places.map((place) => `"${pathOf(place)}"`))].join(', ');
  return (
    `"${pathOf(construct)}" has plain text as "${argument}"${named && `, written in ${named}`}: anyone who reads the code or the state ` +
    `has it. ${HINT}`
  );
}

const inState = (construct: IConstruct, argument: string) =>
  `"${pathOf(construct)}" has a "${argument}" that Terraform keeps in its state. ${HINT}`;

const HINT = 'Use SecretValue.fromVariable or another ephemeral source';
