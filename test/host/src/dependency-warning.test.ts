import { TerraformOutput, TerraformStack } from 'cdktf';
import { Construct } from 'constructs';
import { expect, test } from 'vitest';
import { Secret } from '../../../src';
import { makeApp, makeStack, warnings } from './support';

const TEXT = 'node.addDependency has no effect in CDKTF';

test('C6: node.addDependency between constructs of ours is warned about once, with the response', () => {
  const stack = makeStack();
  const [a, b] = [new Secret(stack, 'A', { secretName: 'a' }), new Secret(stack, 'B', { secretName: 'b' })];

  a.node.addDependency(b);

  expect(warnings(stack)).toEqual([
    `${TEXT}: "app/A" will not wait for "app/B". Pass "dependsOn" in the props of the construct that has to wait.`,
  ]);
});

test.each<[string, (ours: Secret, other: Construct) => void]>([
  ['ours on another', (ours, other) => ours.node.addDependency(other)],
  ['another on a group that holds ours', (ours, other) => other.node.addDependency(ours.node.scope as Construct)],
])('C6: it is warned about in every direction: %s', (_name, depend) => {
  const stack = makeStack();
  const group = new Construct(stack, 'Group');
  const other = new Construct(stack, 'Other');

  depend(new Secret(group, 'Ours', { secretName: 'ours' }), other);

  expect(warnings(stack)).toEqual([expect.stringContaining(TEXT)]);
});

test.each<[string, (ours: Secret, theirs: Secret) => void]>([
  ['a construct on one of another stack', (ours, theirs) => ours.node.addDependency(theirs)],
  ['a stack on another', (ours, theirs) => TerraformStack.of(ours).node.addDependency(TerraformStack.of(theirs))],
])('C6: the response across stacks is what stacks have: %s', (_name, depend) => {
  const app = makeApp();
  const [stack, other] = [makeStack(app), makeStack(app, 'other')];

  depend(new Secret(stack, 'Ours', { secretName: 'a' }), new Secret(other, 'Theirs', { secretName: 'b' }));

  expect(warnings(stack)).toEqual([expect.stringContaining('Call addDependency of stack "app" with stack "other".')]);
  expect(warnings(stack).join()).not.toContain('dependsOn');
});

test('C6: dependencies among foreign constructs, and dependsOn, are nobody’s business', () => {
  const stack = makeStack();
  const first = new Secret(stack, 'First', { secretName: 'first' });
  new Secret(stack, 'Second', { secretName: 'second', dependsOn: [first] });
  const foreign = new TerraformOutput(stack, 'x', { value: '1' });

  new Construct(stack, 'Other').node.addDependency(foreign);

  expect(warnings(stack)).toEqual([]);
});
