import { createHash } from 'node:crypto';
import ts from 'typescript';
import { replacements } from './operators';

/** One change of one place in the source. */
export interface Mutant {
  /** Stable as long as the text of its statement stays the same, anywhere in the file. */
  readonly id: string;
  /** Path from the root of the checkout. */
  readonly file: string;
  /** Line of the change, counted from 1. */
  readonly line: number;
  readonly operator: string;
  readonly start: number;
  readonly end: number;
  readonly original: string;
  readonly replacement: string;
  /** The expression that is evaluated when the program reaches the place: the position of a probe. */
  readonly probe: readonly [start: number, end: number];
  /** Beginning of the statement that contains it. */
  readonly statement: string;
}

/** Every mutant of a file, in source order. */
export function mutantsOf(file: string, text: string): Mutant[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: Mutant[] = [];
  const seen = new Map<string, number>();
  const visit = (node: ts.Node): void => {
    for (const { operator, at, replacement } of replacements(node)) {
      const [start, end] = [at.getStart(source), at.getEnd()];
      const original = text.slice(start, end);
      const statement = statementOf(node);
      const probed = evaluatedWith(at, node);
      const what = [file, operator, original, replacement, statement].join('\0');
      const repetition = seen.get(what) ?? 0;
      seen.set(what, repetition + 1);
      found.push({
        id: createHash('sha256').update(`${what}\0${repetition}`).digest('hex').slice(0, 12),
        file,
        line: source.getLineAndCharacterOfPosition(start).line + 1,
        ...{ operator, start, end, original, replacement, statement },
        probe: [probed.getStart(source), probed.getEnd()],
      });
    }
    if (!isOfTypesOnly(node)) ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** The source with the mutant in it. Throws if the source has changed since. */
export function mutated({ file, start, end, original, replacement }: Mutant, text: string): string {
  if (text.slice(start, end) !== original) throw new Error(`${file} has changed since its mutants were drawn.`);
  return text.slice(0, start) + replacement + text.slice(end);
}

function statementOf(node: ts.Node): string {
  let at = node;
  while (at.parent && !ts.isSourceFile(at.parent) && !ts.isStatement(at) && !ts.isClassElement(at)) at = at.parent;
  return at.getText().slice(0, 400);
}

/** The smallest expression around the place that can be parenthesized: for `a?.b.c()` all of it. */
function evaluatedWith(at: ts.Node, node: ts.Node): ts.Node {
  if (!ts.isPropertyAccessExpression(node)) return ts.isToken(at) && ts.isBinaryExpression(node) ? node : at;
  let whole: ts.Node = node;
  while (isChain(whole.parent) && whole.parent.expression === whole) whole = whole.parent;
  return ts.isDeleteExpression(whole.parent) || ts.isTaggedTemplateExpression(whole.parent) ? whole.parent : whole;
}

const isChain = (node: ts.Node) =>
  ts.isPropertyAccessExpression(node) ||
  ts.isElementAccessExpression(node) ||
  ts.isCallExpression(node) ||
  ts.isNonNullExpression(node);

/** Code without a run-time effect (types), and imports and exports. */
function isOfTypesOnly(node: ts.Node): boolean {
  return (
    ts.isTypeNode(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isImportDeclaration(node) ||
    ts.isExportDeclaration(node)
  );
}
