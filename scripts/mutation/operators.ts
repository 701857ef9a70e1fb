import ts from 'typescript';

export interface Replacement {
  readonly operator: string;
  readonly at: ts.Node;
  readonly replacement: string;
}

const K = ts.SyntaxKind;

/** Comparisons with a moved boundary, and negated ones. */
const COMPARISONS: Readonly<Record<string, readonly (readonly [operator: string, token: string])[]>> = {
  '<': [
    ['boundary', '<='],
    ['negation', '>='],
  ],
  '<=': [
    ['boundary', '<'],
    ['negation', '>'],
  ],
  '>': [
    ['boundary', '>='],
    ['negation', '<='],
  ],
  '>=': [
    ['boundary', '>'],
    ['negation', '<'],
  ],
  '===': [['negation', '!==']],
  '!==': [['negation', '===']],
};

const LOGICAL: Readonly<Record<string, string>> = { '&&': '||', '||': '&&', '??': '&&' };

const ARITHMETIC: Readonly<Record<string, string>> = {
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '+=': '-=',
  '-=': '+=',
};

const METHODS: ReadonlyMap<string, string> = new Map([
  ['some', 'every'],
  ['every', 'some'],
  ['startsWith', 'endsWith'],
  ['endsWith', 'startsWith'],
  ['min', 'max'],
  ['max', 'min'],
  ['toLowerCase', 'toUpperCase'],
  ['shift', 'pop'],
  ['filter', 'slice'],
]);

/** The possible changes of a node after which the program still parses. */
export function replacements(node: ts.Node): Replacement[] {
  if (ts.isBinaryExpression(node)) return ofBinary(node);
  if (ts.isExpressionStatement(node)) return ofStatement(node);
  if (ts.isReturnStatement(node) && node.expression) return ofReturn(node.expression);
  if (ts.isIfStatement(node)) return [{ operator: 'condition', at: node.expression, replacement: 'false' }];
  if (ts.isPrefixUnaryExpression(node) && node.operator === K.ExclamationToken) {
    return [{ operator: 'negation', at: node, replacement: node.operand.getText() }];
  }
  if (ts.isPropertyAccessExpression(node)) return ofAccess(node);
  return isInTypes(node) ? [] : ofLiteral(node);
}

function ofBinary(node: ts.BinaryExpression): Replacement[] {
  const at = node.operatorToken;
  const token = at.getText();
  const found = (COMPARISONS[token] ?? []).map(([operator, replacement]) => ({ operator, at, replacement }));
  const logical = LOGICAL[token];
  // Mixing `??` with the others needs parentheses, which the source then has on both sides or nowhere.
  if (logical && !mixesWith(node, logical)) found.push({ operator: 'logical', at, replacement: logical });
  const arithmetic = isText(node.left) || isText(node.right) ? undefined : ARITHMETIC[token];
  if (arithmetic) found.push({ operator: 'arithmetic', at, replacement: arithmetic });
  return found;
}

/** Drops a call that is a separate statement. */
function ofStatement({ expression }: ts.ExpressionStatement): Replacement[] {
  const call = ts.isAwaitExpression(expression) ? expression.expression : expression;
  if (!ts.isCallExpression(call) || call.expression.kind === K.SuperKeyword) return [];
  return [{ operator: 'call', at: expression, replacement: 'undefined' }];
}

function ofReturn(expression: ts.Expression): Replacement[] {
  if (expression.kind === K.TrueKeyword || expression.kind === K.FalseKeyword) return [];
  if (ts.isLiteralExpression(expression) || expression.getText() === 'undefined') return [];
  return [{ operator: 'return', at: expression, replacement: 'undefined as never' }];
}

function ofAccess(node: ts.PropertyAccessExpression): Replacement[] {
  const found: Replacement[] = [];
  const method = METHODS.get(node.name.text);
  if (method && ts.isCallExpression(node.parent) && node.parent.expression === node) {
    found.push({ operator: 'method', at: node.name, replacement: method });
  }
  if (node.questionDotToken) found.push({ operator: 'optional', at: node.questionDotToken, replacement: '.' });
  return found;
}

function ofLiteral(node: ts.Node): Replacement[] {
  if (ts.isNumericLiteral(node)) {
    return ['+ 1', '- 1'].map((change) => ({ operator: 'number', at: node, replacement: `(${node.text} ${change})` }));
  }
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
    if (ts.isTaggedTemplateExpression(node.parent)) return [];
    return [{ operator: 'string', at: node, replacement: node.text === '' ? "'mutated'" : "''" }];
  }
  if (node.kind === K.TrueKeyword) return [{ operator: 'boolean', at: node, replacement: 'false' }];
  if (node.kind === K.FalseKeyword) return [{ operator: 'boolean', at: node, replacement: 'true' }];
  return [];
}

/** Whether a literal is a name, a type or documentation: descriptions of a schema are compared with the generated pages, not by tests. */
function isInTypes(node: ts.Node): boolean {
  let { parent } = node;
  if (ts.isStringLiteralLike(node)) while (isSum(parent)) parent = parent.parent;
  if (parent === undefined) return true;
  if (ts.isCallExpression(parent) && parent.expression.kind === K.ImportKeyword) return true;
  if (ts.isBindingElement(parent)) return parent.propertyName === node;
  if (ts.isPropertyAssignment(parent)) {
    return parent.name === node || ['description', 'summary'].includes(parent.name.getText());
  }
  return ts.isLiteralTypeNode(parent) || ts.isEnumMember(parent) || ts.isModuleDeclaration(parent);
}

function mixesWith({ left, right, parent }: ts.BinaryExpression, token: string): boolean {
  const tokens = [left, right, parent].map((each) => ts.isBinaryExpression(each) && each.operatorToken.getText());
  return tokens.includes('??') || (token === '&&' && tokens.includes('||'));
}

const isSum = (node: ts.Node | undefined): node is ts.BinaryExpression =>
  node !== undefined && ts.isBinaryExpression(node) && node.operatorToken.kind === K.PlusToken;

const isText = (node: ts.Node) => ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
