import { conditional, Fn, Lazy, Op, TerraformOutput, type TerraformStack, TerraformVariable, Token } from 'cdktf';
import { expect, test } from 'vitest';
import { Bucket, Duration, RotatingAccessKey, Size } from '../../../src';
import { block, bucketIn, expr, makeStack, onlyResource } from './support';

test.each([
  [Duration.milliseconds(0), 0, '0s'],
  [Duration.milliseconds(1), 1, '1ms'],
  [Duration.milliseconds(1_500), 1_500, '1500ms'],
  [Duration.seconds(90), 90_000, '90s'],
  [Duration.minutes(5), 300_000, '5m'],
  [Duration.minutes(1.5), 90_000, '90s'],
  [Duration.hours(2), 7_200_000, '2h'],
  [Duration.days(1), 86_400_000, '24h'],
  [Duration.hours(1.1), 3_960_000, '66m'],
  [Duration.minutes(0.7), 42_000, '42s'],
  [Duration.millis(250), 250, '250ms'],
  [Duration.hours(1).plus(Duration.minutes(30)), 5_400_000, '90m'],
])('%s is so many milliseconds and is written in Terraform’s way', (duration, ms, text) => {
  expect(duration.toMilliseconds()).toBe(ms);
  expect(duration.toString()).toBe(text);
});

test.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])('refuses %d milliseconds', (amount) => {
  expect(() => Duration.milliseconds(amount)).toThrow(
    `a duration must be a whole number of milliseconds from 0 to 9007199254740991, got ${amount}`,
  );
});

test.each([
  ['90s', 90_000],
  ['1h30m', 5_400_000],
  ['1.5h', 5_400_000],
  ['500ms', 500],
  ['2d', 172_800_000],
  ['5m', 300_000],
  ['0s', 0],
  ['PT1H30M', 5_400_000],
  ['P1DT0.5S', 86_400_500],
])('reads %s', (text, ms) => {
  expect(Duration.parse(text).toMilliseconds()).toBe(ms);
  expect(Duration.parse(Duration.parse(text).toString()).isEqualTo(Duration.parse(text))).toBe(true);
});

test.each(['', '90', 's', '1h 30m', '30m1h', 'P', 'PT', '-1s', '1e3s', '0.5ms'])('refuses %j', (text) => {
  expect(() => Duration.parse(text)).toThrow(
    `a duration must be text such as "90s", "1h30m" or "PT1H30M" that is known at synthesis, got ${JSON.stringify(text)}`,
  );
});

test('text that Terraform knows is refused as a token', () => {
  const text = new TerraformVariable(makeStack(), 'time', { type: 'string' }).stringValue;

  expect(() => Duration.parse(text)).toThrow('that is known at synthesis, got a token');
});

test('C7: a token is a duration in its unit, and is not checked', () => {
  const stack = makeStack();
  const days = new TerraformVariable(stack, 'days', { type: 'number' }).numberValue;
  const bucket = new Bucket(stack, 'B', { maxSize: Size.bytes(1), createTimeout: Duration.milliseconds(days) });

  bucket.grantRead(new RotatingAccessKey(stack, 'Key', { overlap: Duration.days(days).plus(Duration.hours(1)) }));
  new TerraformOutput(stack, 's', { value: Duration.seconds(days).toSeconds() });

  expect(onlyResource(stack, 'coffer_bucket')).toMatchObject({ timeouts: { create: `${expr('var.days')}ms` } });
  expect(onlyResource(stack, 'coffer_rotating_access_key')).toMatchObject({
    overlap: `${expr('((var.days * 86400000) + 3600000)')}ms`,
  });
  expect(block(stack, 'output', 's')).toEqual({ value: expr('((var.days * 1000) / 1000)') });
});

test.each<[string, (stack: TerraformStack) => number, string]>([
  ['a conditional', (stack) => Token.asNumber(conditional(flag(stack), 72, 1)), '(var.on ? 72 : 1)'],
  ['raw text', () => Token.asNumber(expr('var.x')), 'var.x'],
  ['a raw operation', () => Token.asNumber(expr('(1) + (2)')), '((1) + (2))'],
  ['a Lazy', () => Lazy.numberValue({ produce: () => 72 }), '72'],
  ['a function', () => Token.asNumber(Fn.max([1, 2])), '(max(1, 2))'],
  ['an operation', () => Token.asNumber(Op.add(1, 2)), '(1 + 2)'],
])('C13: an operand is in parentheses by its form: %s', (_what, amountIn, operand) => {
  const stack = makeStack();
  const hours = Duration.hours(amountIn(stack));
  bucketIn(stack).grantRead(new RotatingAccessKey(stack, 'Key', { overlap: hours.plus(Duration.minutes(3)) }));
  new TerraformOutput(stack, 's', { value: hours.toSeconds() });

  expect(onlyResource(stack, 'coffer_rotating_access_key').overlap).toBe(
    `${expr(`((${operand} * 3600000) + 180000)`)}ms`,
  );
  expect(block(stack, 'output', 's')).toEqual({ value: expr(`((${operand} * 3600000) / 1000)`) });
});

const flag = (stack: TerraformStack) => new TerraformVariable(stack, 'on', { type: 'bool' }).booleanValue;

test('is in seconds, and equal to what is as long', () => {
  expect(Duration.milliseconds(1_500).toSeconds()).toBe(1.5);
  expect(Duration.minutes(60).isEqualTo(Duration.hours(1))).toBe(true);
  expect(Duration.minutes(61).isEqualTo(Duration.hours(1))).toBe(false);
});
