import { expect, test } from 'vitest';
import { Duration } from '../../src';

test.each([
  [Duration.milliseconds(0), 0, '0s'],
  [Duration.milliseconds(1), 1, '1ms'],
  [Duration.milliseconds(1_500), 1_500, '1500ms'],
  [Duration.seconds(90), 90_000, '90s'],
  [Duration.minutes(5), 300_000, '5m'],
  [Duration.minutes(1.5), 90_000, '90s'],
  [Duration.hours(2), 7_200_000, '2h'],
  [Duration.days(1), 86_400_000, '24h'],
])('%s is so many milliseconds and is written in Terraform’s way', (duration, ms, text) => {
  expect(duration.toMilliseconds()).toBe(ms);
  expect(duration.toString()).toBe(text);
});

test.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])('refuses %d milliseconds', (amount) => {
  expect(() => Duration.milliseconds(amount)).toThrow(
    `a duration must be a whole number of milliseconds, at least 0 and known at synthesis, got ${amount}`,
  );
});
