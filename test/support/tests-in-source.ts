import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { inRoot } from '../../scripts/support/paths';

/** A test, or a group of tests, as it stands in the source. */
export interface TestInSource {
  /** From the root of the checkout. */
  readonly file: string;
  /** A title that is a template ends at its first placeholder. */
  readonly title: string;
  /** Titles of the groups around it. */
  readonly above: readonly string[];
  readonly call: ts.CallExpression;
}

/** Every `it(…)`, `test.each(…)(…)`, `describe(…)` and the like of a file. */
export function testsIn(file: string): readonly TestInSource[] {
  const found: TestInSource[] = [];
  const visit = (node: ts.Node, above: readonly string[]): void => {
    const title = ts.isCallExpression(node) && isTest(node.expression) ? titleOf(node.arguments[0]) : undefined;
    if (title !== undefined) {
      const call = node as ts.CallExpression;
      for (const each of [title, ...rowTitles(call.expression)]) found.push({ file, title: each, above, call });
    }
    ts.forEachChild(node, (child) => visit(child, title === undefined ? above : [...above, title]));
  };
  visit(parse(file), []);
  return found;
}

/** Whether a test reaches an assertion: `expect(…)` in its own body, or in a function of the tests that it calls. */
export function asserts({ file, call }: TestInSource): boolean {
  return call.arguments.slice(1).some((part) => reachesExpect(part, file, new Set()));
}

const parsed = new Map<string, ts.SourceFile>();

function parse(file: string): ts.SourceFile {
  const known = parsed.get(file);
  if (known) return known;
  const source = ts.createSourceFile(file, readFileSync(inRoot(file), 'utf8'), ts.ScriptTarget.Latest, true);
  parsed.set(file, source);
  return source;
}

function titleOf(name: ts.Expression | undefined): string | undefined {
  if (name && ts.isStringLiteralLike(name)) return name.text;
  return name && ts.isTemplateExpression(name) ? name.head.text : undefined;
}

/** `it.each([['P22: base64 with line breaks', …], …])('refuses %s', …)`: a row begins with the rest of its title. */
function rowTitles(called: ts.Expression): string[] {
  const [table] = ts.isCallExpression(called) ? called.arguments : [];
  if (table === undefined || !ts.isArrayLiteralExpression(table)) return [];
  const first = table.elements.map((row) => (ts.isArrayLiteralExpression(row) ? row.elements[0] : undefined));
  return first.flatMap((cell) => (cell && ts.isStringLiteralLike(cell) ? [cell.text] : []));
}

function isTest(called: ts.Expression): boolean {
  if (ts.isCallExpression(called) || ts.isPropertyAccessExpression(called)) return isTest(called.expression);
  return ts.isIdentifier(called) && ['it', 'test', 'describe'].includes(called.text);
}

/** Follows what is called by its name: functions and constants of the file, and those it imports from other tests. */
function reachesExpect(node: ts.Node, file: string, seen: Set<string>): boolean {
  if (ts.isIdentifier(node)) {
    const { parent } = node;
    if (ts.isPropertyAccessExpression(parent) && parent.name === node) return false;
    if (node.text === 'expect') return ts.isCallExpression(parent) || ts.isPropertyAccessExpression(parent);
    const key = `${file} ${node.text}`;
    if (seen.has(key)) return false;
    seen.add(key);
    const declared = declarationOf(node.text, file);
    return declared !== undefined && reachesExpect(declared.node, declared.file, seen);
  }
  return ts.forEachChild(node, (child) => reachesExpect(child, file, seen) || undefined) === true;
}

function declarationOf(name: string, file: string): { readonly node: ts.Node; readonly file: string } | undefined {
  for (const statement of parse(file).statements) {
    if (ts.isFunctionDeclaration(statement) && statement.name?.text === name && statement.body) {
      return { node: statement.body, file };
    }
    if (ts.isVariableStatement(statement)) {
      const found = statement.declarationList.declarations.find((one) => one.name.getText() === name);
      if (found?.initializer) return { node: found.initializer, file };
    }
    if (ts.isImportDeclaration(statement) && imports(statement, name)) {
      const from = join(dirname(file), `${(statement.moduleSpecifier as ts.StringLiteral).text}.ts`);
      if (from.startsWith('test/') && existsSync(inRoot(from))) return declarationOf(name, from);
    }
  }
  return undefined;
}

function imports({ importClause, moduleSpecifier }: ts.ImportDeclaration, name: string): boolean {
  const bindings = importClause?.namedBindings;
  if (!(moduleSpecifier as ts.StringLiteral).text.startsWith('.')) return false;
  return (
    bindings !== undefined && ts.isNamedImports(bindings) && bindings.elements.some((one) => one.name.text === name)
  );
}
