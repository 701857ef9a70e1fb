import {
  DefaultTokenResolver,
  type IPostProcessor,
  type IResolvable,
  type IResolveContext,
  StringConcat,
  TerraformElement,
  TerraformStack,
  Token,
  Tokenization,
} from 'cdktf';
import type { IConstruct } from 'constructs';
import { ValidationError } from '../validation-error';
import { rawOverridesOf } from './attributes';
import { checkStackOf, constructsOf, pathOf, type StackCheck } from './tree';

/*
 * A secret value in a place that takes none (C13). CDKTF writes an object of an unknown class as an object with its properties, so a
 * `SecretValue` has a method `resolve`, which CDKTF calls of everything that has one: while it prepares a stack, the value is noted
 * and the stack is checked with its other validations; when it writes the code, it throws. In text there is no object any more, only
 * what the language has written in its place. That is looked for in the code, if the program can have written it.
 */

/** Stands for a secret value in JSON and, in Go, in text. */
const PLACEHOLDER = '[secret value]';

/** Whether any value was replaced by the placeholder. Without that, the same text in the code is nobody's secret. */
let isPlaceholderUsed = false;

/** The placeholder of a secret value in text. */
interface Mark {
  canOccur(): boolean;
  readonly pattern: RegExp;
  readonly shown: string;
}

const isProgramIn = (language: string) => () => process.env.JSII_AGENT?.startsWith(language) === true;

/** Python and libraries for JSON in Java do not call the object, so the object cannot throw an error there. */
const MARKS: readonly Mark[] = [
  { canOccur: () => isPlaceholderUsed, pattern: /\[secret value\]/, shown: PLACEHOLDER },
  {
    canOccur: isProgramIn('Python'),
    pattern: /<cdk(?:tf|tn)_coffer\.SecretValue object at 0x[0-9a-f]+>/,
    shown: '<… SecretValue object at …>',
  },
  {
    canOccur: isProgramIn('Java'),
    pattern: /\{(?=[^{}]*"isEphemeral":(?:true|false)[,}])(?:,?"(?:isEphemeral":\w+|version":(?:null|"[^"]*"))){2}\}/,
    shown: '{"version":…,"isEphemeral":…}',
  },
];

/** Stacks with a value in a place that takes none. */
const found = new WeakSet<TerraformStack>();

/** The text for a secret value in JSON. It is harmless in a dump; in the code of a stack it is an error at synthesis. */
export function usePlaceholder(): string {
  isPlaceholderUsed = true;
  return PLACEHOLDER;
}

/** Whether something is a secret value; a class cannot be asked here, since its file imports this one. */
export const isSecretValue = (value: unknown): boolean =>
  (value as { readonly resolve?: unknown } | null | undefined)?.resolve === resolveMisplaced;

/** Called by CDKTF where it finds a secret value instead of text, as a method of it. */
export function resolveMisplaced({ scope, preparing }: IResolveContext): string {
  const stack = TerraformStack.of(scope);
  if (!preparing)
    throw new ValidationError(findIn(constructsOf(stack), stack).join('\n') || describe(scope, 'its code'));
  found.add(stack);
  checkStackOf(stack, checkMisplacedValues);
  return PLACEHOLDER;
}

/** Finds the secret values in all code of a stack. CDKTF prepares no overrides of the stack itself, and writes them to HCL as they are. */
export const checkMisplacedValues: StackCheck = (constructs, stack) =>
  findIn(found.has(stack) || MARKS.some((mark) => mark.canOccur()) ? constructs : [], stack);

function findIn(constructs: readonly IConstruct[], stack: TerraformStack): string[] {
  return [
    ...constructs
      .filter(TerraformElement.isTerraformElement)
      .flatMap((element) => placesIn(element, element.toTerraform(), [])),
    ...placesIn(stack, rawOverridesOf(stack), []),
  ];
}

/** Sentences about the secret values in a part of the code, each with its place. */
function placesIn(construct: IConstruct, part: unknown, path: readonly string[]): string[] {
  const resolver = new TolerantResolver();
  const code = JSON.stringify(Tokenization.resolve(part, { scope: construct, resolver, preparing: false })) ?? '';
  const mark = markIn(code);
  if (!resolver.isMet && !mark) return [];
  const inside = isNested(part)
    ? Object.entries(part).flatMap(([key, value]) => placesIn(construct, value, [...path, key]))
    : [];
  return inside.length > 0 ? inside : [describe(construct, path.join('.'), resolver.isMet ? undefined : mark?.shown)];
}

function markIn(code: string): Mark | undefined {
  // Text in code, and JSON in text, is quoted once more each time.
  const text = code.replace(/\\[nrt]|\\/g, '');
  return MARKS.find(
    ({ canOccur, pattern }) => canOccur() && (pattern.test(text) || pattern.test(text.replace(/\s/g, ''))),
  );
}

/** Whether a value is a plain object or a list, and no token. */
const isNested = (part: unknown): part is object =>
  typeof part === 'object' &&
  part !== null &&
  !Token.isUnresolved(part) &&
  (Array.isArray(part) || Object.getPrototypeOf(part) === Object.prototype);

const describe = (construct: IConstruct, place: string, text?: string): string =>
  `"${pathOf(construct)}" has a SecretValue in ${place}${text === undefined ? '' : `, written as "${text}"`}: hand the SecretValue ` +
  'itself to a prop that takes one, such as "value" of Secret; for text or JSON that contains it, use SecretValue.template or SecretValue.json';

/** Resolves a secret value to its placeholder, so that one misplaced value hides no other problem. */
export class TolerantResolver extends DefaultTokenResolver {
  /** Whether there was a secret value. */
  public isMet = false;

  public constructor() {
    super(new StringConcat());
  }

  public override resolveToken(token: IResolvable, context: IResolveContext, postProcessor: IPostProcessor): unknown {
    if (!isSecretValue(token)) return super.resolveToken(token, context, postProcessor);
    this.isMet = true;
    return PLACEHOLDER;
  }
}
