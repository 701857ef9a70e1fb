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
import { declarationOf, partAt, sourcesOf } from '../private/code/sources';
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
 * low-level constructs, also in a local value or in the default of a variable. A value that comes from an iterator may be plain text, and
 * is reported, too. The secret half of an access key is not: `NoKeysInState` finds it.
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
    ...kept.flatMap((name) => {
      if (attributes[name] === undefined) return [];
      const origin = originOf(scope, attributes[name]);
      return origin.is === 'text' ? [sayInCode(block, name, origin.places)] : [inState(block, name)];
    }),
    ...markedArguments(scope).map((name) => sayInCode(block, name, [])),
  ];
}

/** What the code of a value says of it: plain text, in it or in defaults of variables; perhaps plain text; or something that comes from elsewhere. */
type Origin =
  | { readonly is: 'text'; readonly places: readonly IConstruct[] }
  | { readonly is: 'unknown'; readonly references: readonly string[] }
  | { readonly is: 'elsewhere' };

/** Functions whose result is not in their arguments. */
const READS_ELSEWHERE = /^(file|templatefile|uuid$|bcrypt|timestamp|plantimestamp|provider::(?!coffer::))/;

/** The values that Terraform knows of the run and of an instance: no secret comes from there. */
const OF_THE_RUN = /^(terraform|path|count)\./;

/** References to what may hold text of the code, which is not followed. */
const MAY_BE_TEXT = /^(terraform_data|each)\./;

function originOf(scope: IConstruct, value: unknown): Origin {
  const { references: all, functions, hasText, locals } = sourcesOf(scope, value);
  const references = all.filter((reference) => !OF_THE_RUN.test(reference));
  if (functions.some((name) => READS_ELSEWHERE.test(name)) || (references.length === 0 && !hasText))
    return { is: 'elsewhere' };
  const places: IConstruct[] = [...locals];
  const unknown: string[] = [];
  for (const reference of references) {
    const { element, variable } = declarationOf(TerraformStack.of(scope), reference) ?? {};
    if (MAY_BE_TEXT.test(reference)) unknown.push(reference);
    else if (element && isGiven(partAt(variable?.default, reference))) places.push(element);
    else return { is: 'elsewhere' };
  }
  return unknown.length > 0 ? { is: 'unknown', references: unknown } : { is: 'text', places };
}

const isGiven = (text: unknown): boolean => text !== undefined && text !== null && text !== '';

/** The values of a map, or the value itself. */
const textsIn = (value: unknown): readonly unknown[] =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
    ? Object.values(value)
    : [value];

/** Marked arguments of a construct. User names are seldom secret; those that are have been marked. */
function markedArguments({ node }: IConstruct): string[] {
  return (node.scope?.node.metadata ?? []).filter(({ type }) => type === PLAIN_TEXT).map(({ data }) => String(data));
}

function inCode(block: Judged, argument: string, value: unknown): string[] {
  if (!isGiven(value)) return [];
  const origin = originOf(block.scope, value);
  if (origin.is === 'elsewhere') return [];
  if (origin.is === 'text') return [sayInCode(block, argument, origin.places)];
  return [
    `"${block.name}" has a "${argument}" of ${[...new Set(origin.references)].join(', ')}, which may be plain text: refer to the secret itself, or ` +
      `suppress the rule. ${HINT}`,
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
