import type { IConstruct } from 'constructs';
import { type PolicyOptions, PolicyRule } from '../policy';
import {
  type Attributes,
  blocksOf,
  type CodedBlock,
  overriddenProviders,
  providerAttributesOf,
} from '../private/code/attributes';
import { isUnknown } from '../private/code/hcl-text';
import { outlineOf } from '../private/code/outline';
import { pathOf } from '../private/code/tree';
import { variableOf } from '../private/code/variables';
import { _PolicyAspect, type Examine } from '../private/policies/policy-check';
import { PLAIN_TEXT, secretsIn } from '../private/values/secret-marks';

/** Arguments that hold secrets, per type of resource: `kept` ones are in the state, even if they are references. */
const ARGUMENTS = {
  coffer_secret: { kept: ['value'], writeOnly: ['value_wo'] },
  coffer_pull_secret: { kept: ['password'], writeOnly: ['password_wo', 'username_wo'] },
} as const;

/** Arguments of the provider that hold secrets. */
const PROVIDER_SECRETS = ['token', 'headers', 'fingerprint_key'] as const;

/**
 * Finds secrets in the synthesized code or in Terraform's state: every `SecretValue.unsafePlainText`, and its equivalent in
 * low-level constructs, also in the default of a variable. A value of which only Terraform knows where it comes from, such as a local value, the
 * element of an iterator or the attribute of another provider, is unknown, and reported, too. The secret half of an access key is not:
 * `NoKeysInState` finds it.
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
    ...writeOnly.flatMap((name) => inCode(block, name, attributes[name])),
    ...kept
      .filter((name) => attributes[name] !== undefined)
      .map((name) => (isUnknown(attributes[name]) ? inState(block, name) : sayInCode(block, name, []))),
    ...markedArguments(scope).map((name) => sayInCode(block, name, [])),
  ];
}

/** What a value is: plain text, in it or in defaults of variables; something that may be it; or something that comes from elsewhere. */
type Origin =
  | { readonly is: 'text'; readonly places: readonly IConstruct[] }
  | { readonly is: 'unknown'; readonly of: string }
  | { readonly is: 'elsewhere' };

/** What is no text of the code: ephemeral values, and what the service has given. */
const ELSEWHERE = /^(ephemeral|(data\.)?coffer_\w+)\./;

function originOf(scope: IConstruct, value: unknown): Origin {
  const { parts, references } = outlineOf(scope, value);
  const code = parts.flatMap((part) => ('code' in part ? [part.code] : []));
  const sources = references.map((reference) => ({ ...reference, variable: variableOf(reference) }));
  const isElsewhere = sources.some(
    ({ identifier, variable }) => ELSEWHERE.test(identifier) || (variable && !isGiven(variable.block.default)),
  );
  if (isElsewhere || code.some((each) => /(?<![\w."-])ephemeral\.\w/.test(each))) return { is: 'elsewhere' };
  const unknown = sources.filter(({ variable }) => !variable).map(({ identifier }) => identifier);
  if (unknown.length > 0) return { is: 'unknown', of: [...new Set(unknown)].join(', ') };
  if (code.length > 0) return { is: 'unknown', of: 'an expression' };
  return { is: 'text', places: sources.flatMap(({ variable }) => variable?.element ?? []) };
}

const isGiven = (text: unknown): boolean =>
  text !== undefined && text !== null && text !== '' && (typeof text !== 'object' || Object.keys(text).length > 0);

/** The values of a map, or the value itself. */
const textsIn = (value: unknown): readonly unknown[] =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
    ? Object.values(value)
    : [value];

/** Marked arguments of a construct. User names are seldom secret; those that are have been marked. */
function markedArguments({ node }: IConstruct): string[] {
  return (node.scope?.node.metadata ?? []).filter(({ type }) => type === PLAIN_TEXT).map(({ data }) => String(data));
}

const inCode = (block: Judged, argument: string, value: unknown): string[] =>
  isGiven(value) ? secretsIn(block.scope, value).flatMap((secret) => judgeSecret(block, argument, secret)) : [];

function judgeSecret(block: Judged, argument: string, secret: unknown): string[] {
  const origin = originOf(block.scope, secret);
  if (origin.is === 'elsewhere') return [];
  if (origin.is === 'text') return [sayInCode(block, argument, origin.places)];
  return [
    `"${block.name}" has a "${argument}" of ${origin.of}, which is unknown at synthesis and may be plain text: hand over an ephemeral value ` +
      `itself, or suppress the rule. ${HINT}`,
  ];
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
