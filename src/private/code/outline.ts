import {
  type IPostProcessor,
  type IResolvable,
  type IResolveContext,
  TerraformStack,
  Token,
  Tokenization,
} from 'cdktf';
import type { IConstruct } from 'constructs';
import { hasExpression, partsOf } from './hcl-text';
import { TolerantResolver } from './misplaced-values';
import { asCode } from './references';

/*
 * What a value consists of, as far as that shows without reading expressions: text, references that stand alone, and code. A reference is a token, or
 * `${…}` with nothing but an address in it. What code makes of the values in it is not known here, and neither is what a reference leads to.
 */

/** A reference: ours, or CDKTF's, whose class is not public. */
export interface Reference {
  readonly identifier: string;
  readonly originStack: TerraformStack;
}

export type Part = { readonly text: string } | { readonly reference: Reference } | { readonly code: string };

export interface Outline {
  readonly parts: readonly Part[];
  /** The references that stand alone, and the tokens in code, but for those whose secrecy the program takes away. */
  readonly references: readonly Reference[];
  /** The functions that are called by tokens. */
  readonly functions: readonly string[];
}

/** The outline of a value in the code of a construct. It fixes logical ids, so call it only at synthesis (C11). */
export function outlineOf(scope: IConstruct, value: unknown): Outline {
  const resolver = new Outliner();
  const resolved: unknown = Tokenization.resolve(value ?? '', { scope, resolver, preparing: false });
  const { references, functions } = resolver;
  const parts = textsIn(resolved)
    .flatMap((text) => partsOf(text))
    .filter(({ part }) => part !== '')
    .map(({ part, isCode }): Part => {
      if (!isCode) return { text: part };
      const code = part.slice(2, -1);
      const known = references[Number(TOKEN.exec(code)?.[1])];
      if (known) return { reference: known };
      if (!isAddress(code)) return { code };
      const reference = { identifier: code, originStack: TerraformStack.of(scope) };
      references.push(reference);
      return { reference };
    });
  return { parts, references, functions };
}

/** The reference that a value is, and nothing else; undefined for everything else. */
export function referenceOf(scope: IConstruct, value: unknown): Reference | undefined {
  const { parts } = outlineOf(scope, value);
  const [only] = parts;
  return parts.length === 1 && only && 'reference' in only ? only.reference : undefined;
}

/**
 * A key for comparing objects by ids or names: known text, references to the same attribute, from any stack, and text around such references.
 * Undefined for code, which is compared with nothing. Call it only at synthesis.
 */
export function identityOf(scope: IConstruct, id: string): string | undefined {
  if (!Token.isUnresolved(id) && !hasExpression(id)) return `id:${id}`;
  const { parts } = outlineOf(scope, id);
  if (parts.some((part) => 'code' in part)) return undefined;
  return `at:${parts.map((part) => ('reference' in part ? keyOf(part.reference) : 'text' in part && part.text)).join('')}`;
}

/** A key for comparing references from any stack. */
export const keyOf = ({ identifier, originStack }: Reference): string => `${originStack.node.path}:${identifier}`;

/** An address and what is taken of it, such as `ephemeral.vault.db["password"]`. */
const ADDRESS = /^[A-Za-z_][\w-]*(?:\.[\w*-]+|\[(?:"[^"\\$%]*"|[\w.*-]+)\])+$/;

export const isAddress = (identifier: string): boolean => ADDRESS.test(identifier);

/** Stands for a token in code. */
const TOKEN = /^⟦(\d+)⟧$/;

/** Functions whose result is no secret, whatever they are given. */
const REVEALING: readonly unknown[] = ['nonsensitive', 'issensitive'];

function textsIn(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.entries(value).flat().flatMap(textsIn);
  return value === undefined || value === null ? [] : [String(value)];
}

/** Numbers references instead of writing them. */
class Outliner extends TolerantResolver {
  public readonly references: Reference[] = [];
  public readonly functions: string[] = [];

  public override resolveToken(token: IResolvable, context: IResolveContext, postProcessor: IPostProcessor): unknown {
    const { identifier, originStack, name, args } = token as Partial<Reference & Call>;
    if (typeof identifier === 'string') {
      const stack = originStack ?? TerraformStack.of(context.scope);
      const number = this.references.push({ identifier: resolved(identifier, context), originStack: stack }) - 1;
      return asCode(`⟦${number}⟧`, context);
    }
    if (typeof name === 'string' && Array.isArray(args)) {
      if (REVEALING.includes(name)) return asCode(`${name}()`, context);
      this.functions.push(name);
    }
    return super.resolveToken(token, context, postProcessor);
  }
}

/** A call of a function, whose class is not public in CDKTF. */
interface Call {
  readonly name: string;
  readonly args: readonly unknown[];
}

/** The key of an element may be a token. */
const resolved = (identifier: string, { scope }: IResolveContext): string =>
  Token.isUnresolved(identifier)
    ? String(Tokenization.resolve(identifier, { scope, resolver: new TolerantResolver(), preparing: false }))
    : identifier;
