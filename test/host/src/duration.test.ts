import { TerraformOutput, TerraformVariable, Token } from 'cdktf';
import { expect, test } from 'vitest';
import { Bucket, Duration, RotatingAccessKey, Size } from '../../../src';
import { block, expr, makeStack, onlyResource } from './support';

test.each([
  [Duration.milliseconds(0), 0, '0s'],
  [Duration.millis(1_500), 1_500, '1500ms'],
  [Duration.seconds(90), 90_000, '90s'],
  [Duration.minutes(5), 300_000, '5m'],
  [Duration.hours(1.1), 3_960_000, '66m'],
  [Duration.days(1), 86_400_000, '24h'],
  [Duration.hours(1).plus(Duration.minutes(30)), 5_400_000, '90m'],
  [Duration.parse('1h30m'), 5_400_000, '90m'],
  [Duration.parse('1.5h'), 5_400_000, '90m'],
  [Duration.parse('500ms'), 500, '500ms'],
  [Duration.parse('2d'), 172_800_000, '48h'],
  [Duration.parse('0s'), 0, '0s'],
  [Duration.parse('PT1H30M'), 5_400_000, '90m'],
  [Duration.parse('P1DT0.5S'), 86_400_500, '86400500ms'],
])('%s is so many milliseconds and is written in Terraform’s way', (duration, ms, text) => {
  expect([duration.toMilliseconds(), duration.toSeconds(), `${duration}`]).toEqual([ms, ms / 1000, text]);
  expect(duration.isEqualTo(Duration.parse(text))).toBe(true);
  expect(duration.isEqualTo(Duration.milliseconds(ms + 1))).toBe(false);
});

test.each([-1, 0.5, Number.NaN, 2 ** 53])('refuses %d milliseconds', (amount) => {
  expect(() => Duration.milliseconds(amount)).toThrow(
    `a duration must be a whole number of milliseconds from 0 to 9007199254740991, got ${amount}`,
  );
});

test.each(['', '90', 's', '1h 30m', '30m1h', 'P', 'PT', '-1s', '1e3s', '0.5ms'])('refuses %j', (text) => {
  expect(() => Duration.parse(text)).toThrow(`got ${JSON.stringify(text)}`);
});

test('C7: a token is a duration in its unit, and is not checked', () => {
  const stack = makeStack();
  const { numberValue: days, stringValue } = new TerraformVariable(stack, 'days', { type: 'number' });
  const bucket = new Bucket(stack, 'B', { maxSize: Size.bytes(1), createTimeout: Duration.milliseconds(days) });

  bucket.grantRead(new RotatingAccessKey(stack, 'Key', { overlap: Duration.days(days).plus(Duration.hours(1)) }));
  new TerraformOutput(stack, 's', { value: Duration.seconds(days).toSeconds() });

  expect(onlyResource(stack, 'coffer_bucket')).toMatchObject({ timeouts: { create: `${expr('var.days')}ms` } });
  expect(onlyResource(stack, 'coffer_rotating_access_key')).toMatchObject({
    overlap: `${expr('((var.days * 86400000) + 3600000)')}ms`,
  });
  expect(block(stack, 'output', 's')).toEqual({ value: expr('((var.days * 1000) / 1000)') });
  // C13: an operand of lower precedence is in parentheses.
  const either = Duration.hours(Token.asNumber(expr('var.on ? 72 : 1'))).toSeconds();
  new TerraformOutput(stack, 'either', { value: either });
  expect(block(stack, 'output', 'either', 'value')).toBe(expr('(((var.on ? 72 : 1) * 3600000) / 1000)'));
  expect(() => Duration.parse(stringValue)).toThrow('that is known at synthesis, got a token');
});
