import { TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';
import { type PolicyOptions, PolicyRule } from '../policy';
import {
  type Attributes,
  blocksOf,
  type CodedBlock,
  overriddenProviders,
  providerAttributesOf,
} from '../private/code/attributes';
import { codeFor } from '../private/code/expressions';
import { writtenIn } from '../private/code/origins';
import { pathOf } from '../private/code/tree';
import { _PolicyAspect, type Examine } from '../private/policies/policy-check';
import { PLAIN_TEXT } from '../private/values/secret-marks';

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
export class NoPlainTextSecrets extends _PolicyAspect {
  /**
   * Creates the rule; `Aspects.of(stack).add(…)` applies it.
   *
   * @param options how findings are reported
   */
  public constructor(options: PolicyOptions = {}) {
    super(PolicyRule.NO_PLAIN_TEXT_SECRETS, options, examine);
  }
}

function examine(construct: IConstruct): ReturnType<Examine> {
  const provider = providerAttributesOf(construct);
  if (provider) return () => judgeProvider({ scope: construct, name: pathOf(construct) }, provider);
  const blocks = blocksOf(construct, ...Object.keys(ARGUMENTS));
  const providers = overriddenProviders(construct);
  if (!blocks && providers.length === 0) return undefined;
  return () => [
    ...(blocks?.() ?? []).flatMap((block) => judge({ scope: construct, ...block })),
    ...providers.flatMap((each) =>
      judgeProvider({ scope: construct, name: `${construct.node.path}/provider.coffer` }, each),
    ),
  ];
}

const judgeProvider = (block: Judged, provider: Attributes): string[] =>
  PROVIDER_SECRETS.flatMap((name) => textsIn(provider[name]).flatMap((text) => inCode(block, name, text)));

/** A block, and the construct that it is the code of. */
interface Judged {
  readonly scope: IConstruct;
  readonly name: string;
}

function judge(block: Judged & CodedBlock): string[] {
  const { scope, type, attributes } = block;
  const { kept, writeOnly } = ARGUMENTS[type as keyof typeof ARGUMENTS];
  return [
    ...[...kept, ...writeOnly].flatMap((name) => inCode(block, name, attributes[name], attributes.for_each)),
    ...kept
      .filter((name) => attributes[name] !== undefined && !placesOf(scope, attributes[name], attributes.for_each))
      .map((name) => inState(block, name)),
    ...markedArguments(scope).map((name) => sayInCode(block, name, [])),
  ];
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

function inCode(block: Judged, argument: string, value: unknown, each?: unknown): string[] {
  const places = placesOf(block.scope, value, each);
  return places ? [sayInCode(block, argument, places)] : [];
}

function sayInCode(block: Judged, argument: string, places: readonly IConstruct[]): string {
  const named = [...new Set(places.map((place) => `"${pathOf(place)}"`))].join(', ');
  return (
    `"${block.name}" has plain text as "${argument}"${named && `, written in ${named}`}: anyone who reads the code or the state ` +
    `has it. ${HINT}`
  );
}

const inState = ({ name }: Judged, argument: string) =>
  `"${name}" has a "${argument}" that Terraform keeps in its state. ${HINT}`;

const HINT = 'Use SecretValue.fromVariable or another ephemeral source';
