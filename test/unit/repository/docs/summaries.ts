import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { inRoot } from '../../../../scripts/support/paths';

/** First line of a diagnostic, as the source writes it. */
export interface Summary {
  /** `…` stands for what is only known at run time. */
  readonly text: string;
  /** Whether it may be that of a warning. */
  readonly warns: boolean;
  /** Whether ids follow it: it is given to `withIds`. */
  readonly hasIds: boolean;
}

/**
 * Every summary of a diagnostic in folders of the checkout. A summary is the first argument of `….error(…)` and `….warn(…)` on diagnostics or on a
 * call, and of `new DiagnosticError(…)`, or the member `summary` beside `detail`. Where it is the name of a constant of the file,
 * the constant counts.
 */
export function summariesIn(...folders: readonly string[]): readonly Summary[] {
  const files = folders
    .flatMap((folder) =>
      readdirSync(inRoot(folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
    )
    .filter((file) => file.endsWith('.ts') && !file.includes('generated'))
    .sort();
  return files.flatMap((file) => {
    const source = ts.createSourceFile(file, readFileSync(inRoot(file), 'utf8'), ts.ScriptTarget.Latest, true);
    return summariesOf(source).flatMap(({ expression, warns }) => {
      const fixed = withoutIds(expression, source);
      // What others have worded is handed on.
      const texts = textsOf(fixed, source) ?? [];
      return texts.map((text) => ({ text, warns, hasIds: fixed !== expression }));
    });
  });
}

function summariesOf(source: ts.SourceFile): { expression: ts.Expression; warns: boolean }[] {
  const found: { expression: ts.Expression; warns: boolean }[] = [];
  const visit = (node: ts.Node): void => {
    const expression = summaryOf(node);
    if (expression) found.push({ expression, warns: mayWarn(node) });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function summaryOf(node: ts.Node): ts.Expression | undefined {
  if (ts.isNewExpression(node) && node.expression.getText() === 'DiagnosticError') return node.arguments?.[0];
  if (ts.isCallExpression(node) && /(?:diagnostics|call)\??\.(?:error|warn)(?:\?\.)?$/.test(node.expression.getText()))
    return node.arguments[0];
  if (ts.isPropertyAssignment(node) && isSummary(node)) return node.initializer;
  if (ts.isShorthandPropertyAssignment(node) && isSummary(node)) return node.name;
  return undefined;
}

/** A severity that is not the text `error` may be that of a warning. */
function mayWarn(node: ts.Node): boolean {
  if (ts.isCallExpression(node)) return /\.warn\b/.test(node.expression.getText());
  if (!ts.isObjectLiteralExpression(node.parent)) return false;
  return !node.parent.properties.some((one) => /^severity: 'error'$/.test(one.getText()));
}

/** What `withIds` is given before the ids; any other expression as it is. */
function withoutIds(expression: ts.Expression, source: ts.SourceFile): ts.Expression {
  const value = (ts.isIdentifier(expression) && constantNamed(expression.text, source)) || expression;
  const isCall = ts.isCallExpression(value) && value.expression.getText() === 'withIds';
  return (isCall && value.arguments[0]) || expression;
}

/** True for the member `summary` of an object that also has a severity. */
function isSummary(node: ts.PropertyAssignment | ts.ShorthandPropertyAssignment): boolean {
  const members = node.parent.properties.map((one) => one.name?.getText());
  return node.name.getText() === 'summary' && members.includes('detail');
}

/** What an expression may read; undefined when that is for others to say. */
function textsOf(expression: ts.Expression, source: ts.SourceFile): string[] | undefined {
  if (ts.isStringLiteralLike(expression)) return [expression.text];
  if (ts.isConditionalExpression(expression)) {
    const [yes, no] = [textsOf(expression.whenTrue, source), textsOf(expression.whenFalse, source)];
    return yes && no && [...yes, ...no];
  }
  if (ts.isTemplateExpression(expression)) {
    return expression.templateSpans.reduce(
      (heads, { expression: part, literal }) =>
        heads.flatMap((head) => (textsOf(part, source) ?? ['…']).map((text) => head + text + literal.text)),
      [expression.head.text],
    );
  }
  if (!ts.isIdentifier(expression)) return undefined;
  const value = constantNamed(expression.text, source);
  return value && textsOf(value, source);
}

function constantNamed(name: string, source: ts.SourceFile): ts.Expression | undefined {
  let found: ts.Expression | undefined;
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && node.name.getText() === name) found = node.initializer;
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
