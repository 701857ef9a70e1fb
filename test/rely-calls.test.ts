import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { inRoot } from '../scripts/support/paths';

// Beside `&&`, a change of the order of two conditions would change the header, or turn a response into a 501.
test('E3: no operand of a logical operator relies on a knob', () => {
  const texts = readdirSync(inRoot('emulator'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => ({ file, text: readFileSync(inRoot(`emulator/${file}`), 'utf8') }))
    .filter(({ text }) => text.includes('rely('));

  const found = texts.map(({ file, text }) => ({ file, ...callsIn(text) }));

  expect(found.reduce((sum, { calls }) => sum + calls, 0)).toBeGreaterThan(20);
  expect(found.filter(({ inOperand }) => inOperand)).toEqual([]);
  expect(callsIn("if (isTaken && this.context.rely('takenName')) return;").inOperand).toBe(true);
});

const LOGICAL = [ts.SyntaxKind.AmpersandAmpersandToken, ts.SyntaxKind.BarBarToken, ts.SyntaxKind.QuestionQuestionToken];

/** How often `rely` is called, and whether one call is part of an operand of a logical operator. */
function callsIn(text: string): { calls: number; inOperand: boolean } {
  const seen = { calls: 0, inOperand: false };
  const visit = (node: ts.Node, isOperand: boolean): void => {
    if (ts.isCallExpression(node) && /(?:^|\.)rely$/.test(node.expression.getText())) {
      seen.calls += 1;
      seen.inOperand ||= isOperand;
    }
    const isLogical = ts.isBinaryExpression(node) && LOGICAL.includes(node.operatorToken.kind);
    // A function has statements of its own, wherever it stands.
    const inside = ts.isFunctionLike(node) ? false : isOperand || isLogical;
    ts.forEachChild(node, (child) => visit(child, inside));
  };
  visit(ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest, true), false);
  return seen;
}
