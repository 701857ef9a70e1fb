import { TerraformOutput } from 'cdktf';
import { Construct } from 'constructs';
import { expect, test } from 'vitest';
import { Secret } from '../../src';
import { makeStack, warnings } from './support';

const TEXT = 'node.addDependency has no effect in CDKTF';

test('C6: node.addDependency between constructs of ours is warned about once, with the answer', () => {
  const stack = makeStack();
  const [a, b] = [new Secret(stack, 'A', { secretName: 'a' }), new Secret(stack, 'B', { secretName: 'b' })];

  a.node.addDependency(b);

  expect(warnings(stack)).toEqual([
    `${TEXT}: "app/A" will not wait for "app/B". Pass "dependsOn" in the props of the construct that has to wait.`,
  ]);
});

test.each<[string, (ours: Secret, other: Construct) => void]>([
  ['ours on another', (ours, other) => ours.node.addDependency(other)],
  ['another on ours', (ours, other) => other.node.addDependency(ours)],
  ['the low-level construct of ours on another', (ours, other) => ours.resource.node.addDependency(other)],
  ['another on a group that holds ours', (ours, other) => other.node.addDependency(ours.node.scope as Construct)],
])('C6: it is warned about in every direction: %s', (_name, depend) => {
  const stack = makeStack();
  const group = new Construct(stack, 'Group');
  const other = new Construct(stack, 'Other');

  depend(new Secret(group, 'Ours', { secretName: 'ours' }), other);

  expect(warnings(stack)).toEqual([expect.stringContaining(TEXT)]);
});

test('C6: dependencies among foreign constructs, and dependsOn, are nobody’s business', () => {
  const stack = makeStack();
  const first = new Secret(stack, 'First', { secretName: 'first' });
  new Secret(stack, 'Second', { secretName: 'second', dependsOn: [first] });
  const foreign = new TerraformOutput(stack, 'x', { value: '1' });

  new Construct(stack, 'Other').node.addDependency(foreign);

  expect(warnings(stack)).toEqual([]);
});
