import { TerraformElement, TerraformLocal, TerraformStack, TerraformVariable, Token } from 'cdktf';
import type { IConstruct } from 'constructs';
import { type Attributes, overriddenByStack } from './attributes';
import { codeFor } from './expressions';
import { endOfText, partsOf } from './hcl-text';
import { constructsToCheck } from './tree';

/*
 * Where a value comes from, as far as its own code and local values say it: the references and functions in it. What other blocks make of a value
 * is theirs (C14); who needs to know more says that it does not know.
 */

/** What the code of a value has in it. */
export interface Sources {
  /** References without indices, such as `var.x` and `local.y.z`. The names that a `for` binds look like references, too. */
  readonly references: readonly string[];
  readonly functions: readonly string[];
  /** Whether there is any text. */
  readonly hasText: boolean;
  /** The local values of the stack through which it comes. References to them are not among the others. */
  readonly locals: readonly TerraformElement[];
}

/** The sources of a value in the code of a construct, also by way of local values. Call it only at synthesis. */
export function sourcesOf(scope: IConstruct, value: unknown, via: readonly TerraformElement[] = []): Sources {
  const found: Found = { references: [], functions: [], hasText: false };
  read(JSON.parse(codeFor(scope, value ?? null)), found);
  const all = { ...found, references: [] as string[], locals: [] as TerraformElement[] };
  for (const reference of found.references) {
    const { element, variable } = declarationOf(TerraformStack.of(scope), reference) ?? {};
    if (!element || variable) {
      all.references.push(reference);
    } else if (!via.includes(element)) {
      const { [element.friendlyUniqueId]: local } = element.toTerraform().locals;
      const inside = sourcesOf(element, partAt(local, reference), [...via, element]);
      all.references.push(...inside.references);
      all.functions.push(...inside.functions);
      all.hasText ||= inside.hasText;
      all.locals.push(element, ...inside.locals);
    }
  }
  return all;
}

/** The part of a value that a reference to it leads to, as far as the value is written out. */
export function partAt(value: unknown, reference: string): unknown {
  const steps = reference.split('.').slice(2);
  return steps.reduce((part, step) => {
    const isWritten = typeof part === 'object' && part !== null && !Token.isUnresolved(part) && step in part;
    return isWritten ? (part as Attributes)[step] : part;
  }, value);
}

interface Found {
  references: string[];
  functions: string[];
  hasText: boolean;
}

function read(value: unknown, found: Found): void {
  if (typeof value === 'string') readTemplate(value, found);
  else if (typeof value === 'object' && value !== null)
    for (const part of Object.entries(value).flat()) read(part, found);
  else if (value !== null && value !== undefined) found.hasText = true;
}

function readTemplate(template: string, found: Found): void {
  for (const { part, isCode } of partsOf(template)) {
    if (isCode) readCode(withoutTexts(part.slice(2, -1), found), found);
    else if (part !== '') found.hasText = true;
  }
}

/** Code with nothing between quotes; the templates there are read. */
function withoutTexts(code: string, found: Found): string {
  let bare = '';
  for (let at = 0; at < code.length; ) {
    if (code[at] !== '"') {
      bare += code.charAt(at);
      at += 1;
      continue;
    }
    const end = endOfText(code, at + 1);
    readTemplate(code.slice(at + 1, end - 1), found);
    bare += '""';
    at = end;
  }
  return bare;
}

const CALL = /(?<![\w.:-])([A-Za-z_][\w:-]*)\s*\(/g;
const REFERENCE = /(?<![\w.\])-])[A-Za-z_][\w-]*(?:(?:\[[^[\]]*\])*\s*\.\s*(?:[\w-]+|\*))+/g;
/** A call whose result is no secret, whatever it is given; calls in its arguments may have calls in theirs. */
const REVEALED = /\b(?:nonsensitive|issensitive)\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g;

function readCode(code: string, found: Found): void {
  const secret = code.replace(REVEALED, '0');
  if (/(?<![\w.])\d/.test(secret)) found.hasText = true;
  found.functions.push(...[...secret.matchAll(CALL)].map(([, name = '']) => name));
  for (const [reference] of secret.matchAll(REFERENCE)) {
    found.references.push(reference.replace(/\[[^[\]]*\]|\s/g, ''));
    for (const [index] of reference.matchAll(/\[[^[\]]*\]/g)) readCode(index.slice(1, -1), found);
  }
}

/** A variable or a local value of a stack. */
export interface Declaration {
  readonly element: TerraformElement;
  /** The block of a variable; undefined for a local value. */
  readonly variable: Attributes | undefined;
}

/** By the constructs of a validation, so that the tree is walked once. */
const known = new WeakMap<readonly IConstruct[], ReadonlyMap<string, TerraformElement>>();

/** What declares the variable or local value of a reference; undefined for anything else. Call it only at synthesis. */
export function declarationOf(stack: TerraformStack, reference: string): Declaration | undefined {
  const constructs = constructsToCheck(stack);
  const declared = known.get(constructs) ?? declaredIn(constructs);
  known.set(constructs, declared);
  const element = declared.get(reference.split('.', 2).join('.'));
  return element && { element, variable: element instanceof TerraformVariable ? blockOf(element) : undefined };
}

function declaredIn(constructs: readonly IConstruct[]): ReadonlyMap<string, TerraformElement> {
  return new Map(
    constructs.filter(TerraformElement.isTerraformElement).flatMap((element) => {
      const kind =
        element instanceof TerraformVariable ? 'var' : element instanceof TerraformLocal ? 'local' : undefined;
      return kind ? [[`${kind}.${element.friendlyUniqueId}`, element] as const] : [];
    }),
  );
}

function blockOf(variable: TerraformVariable): Attributes {
  const { [variable.friendlyUniqueId]: block } = variable.toTerraform().variable as Record<string, Attributes>;
  return overriddenByStack(variable, block ?? {}, 'variable');
}
