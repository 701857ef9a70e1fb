import { ValidationError } from './private/validation-error';

const MS_OF: ReadonlyArray<readonly [unit: string, ms: number]> = [
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1_000],
  ['ms', 1],
];

/**
 * A length of time, a whole number of milliseconds.
 *
 * @exampleMetadata fixture=stack
 * @example
 * new RotatingAccessKey(stack, 'Sync', {
 *   buckets: [uploads],
 *   permission: Permission.READ,
 *   overlap: Duration.hours(48),
 * });
 */
export class Duration {
  /** So many milliseconds. */
  public static milliseconds(amount: number): Duration {
    return new Duration(amount);
  }

  /** So many seconds. */
  public static seconds(amount: number): Duration {
    return new Duration(amount * 1_000);
  }

  /** So many minutes. */
  public static minutes(amount: number): Duration {
    return new Duration(amount * 60_000);
  }

  /** So many hours. */
  public static hours(amount: number): Duration {
    return new Duration(amount * 3_600_000);
  }

  /** So many times 24 hours. */
  public static days(amount: number): Duration {
    return new Duration(amount * 86_400_000);
  }

  private constructor(private readonly ms: number) {
    if (!Number.isSafeInteger(ms) || ms < 0) {
      throw new ValidationError(
        `a duration must be a whole number of milliseconds, at least 0 and known at synthesis, got ${ms}`,
      );
    }
  }

  /** The duration in milliseconds. */
  public toMilliseconds(): number {
    return this.ms;
  }

  /** The duration as Terraform's settings have it, in the largest unit that gives a whole number, such as `90s`. */
  public toString(): string {
    const [unit, ms] = MS_OF.find(([, length]) => this.ms > 0 && this.ms % length === 0) ?? ['s', 1_000];
    return `${this.ms / ms}${unit}`;
  }
}
