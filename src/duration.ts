import { Token, Tokenization } from 'cdktf';
import { arithmetic } from './private/code/terms';
import { exactAmount, largestUnit, type Units } from './private/props/amounts';
import { ValidationError } from './private/validation-error';

/** Units of Terraform's duration settings, largest first. */
const MS_OF: Units = [
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1_000],
  ['ms', 1],
];

const DAY = 86_400_000;

/** `1h30m`, `1.5h`, `500ms`. */
const SHORT = /^(?:(\d+(?:\.\d+)?)d)?(?:(\d+(?:\.\d+)?)h)?(?:(\d+(?:\.\d+)?)m(?!s))?(?:(\d+(?:\.\d+)?)s)?(?:(\d+)ms)?$/;

/** `P1DT2H3M4.5S` (ISO 8601). */
const ISO = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;

/**
 * A length of time in whole milliseconds. A number token is accepted unchanged, in the given unit, and is not checked at synthesis.
 *
 * @exampleMetadata fixture=stack
 * @example
 * new RotatingAccessKey(stack, 'Sync', {
 *   buckets: [uploads],
 *   permission: Permission.READ,
 *   overlap: Duration.parse('1d').plus(Duration.hours(12)),
 * });
 */
export class Duration {
  /**
   * A duration in milliseconds.
   *
   * @param amount whole number of milliseconds
   */
  public static milliseconds(amount: number): Duration {
    return Duration.of(amount, 1);
  }

  /**
   * A duration in milliseconds; short for `milliseconds`.
   *
   * @param amount whole number of milliseconds
   */
  public static millis(amount: number): Duration {
    return Duration.of(amount, 1);
  }

  /**
   * A duration in seconds.
   *
   * @param amount number of seconds, with a fraction if it is whole in milliseconds
   */
  public static seconds(amount: number): Duration {
    return Duration.of(amount, 1_000);
  }

  /**
   * A duration in minutes.
   *
   * @param amount number of minutes, with a fraction if it is whole in milliseconds
   */
  public static minutes(amount: number): Duration {
    return Duration.of(amount, 60_000);
  }

  /**
   * A duration in hours.
   *
   * @param amount number of hours, with a fraction if it is whole in milliseconds
   */
  public static hours(amount: number): Duration {
    return Duration.of(amount, 3_600_000);
  }

  /**
   * A duration in days of 24 hours.
   *
   * @param amount number of days, with a fraction if it is whole in milliseconds
   */
  public static days(amount: number): Duration {
    return Duration.of(amount, DAY);
  }

  /**
   * Parses a duration in the notation of Terraform's settings, such as `90s`, `1h30m` or `500ms`, with `d` for 24 hours; or in
   * ISO 8601, such as `PT1H30M` or `P1D`.
   *
   * @param text the duration; a token is an error, because its value is unknown at synthesis
   */
  public static parse(text: string): Duration {
    const [, ...amounts] = SHORT.exec(text) ?? ISO.exec(text) ?? [];
    if (amounts.every((amount) => amount === undefined)) {
      throw new ValidationError(
        `a duration must be text such as "90s", "1h30m" or "PT1H30M" that is known at synthesis, got ${Token.isUnresolved(text) ? 'a token' : JSON.stringify(text)}`,
      );
    }
    const units = [DAY, ...MS_OF.map(([, ms]) => ms)];
    const parts = amounts.map((amount, index) => Duration.of(Number(amount ?? 0), units[index] as number));
    return parts.reduce((sum, part) => sum.plus(part));
  }

  private static of(amount: number, unit: number): Duration {
    if (Token.isUnresolved(amount)) return new Duration(unit === 1 ? amount : arithmetic(amount, '*', unit));
    // Floating-point arithmetic makes 1.1 hours a fraction of a millisecond off.
    const ms = Math.round(amount * unit);
    const isWhole = Math.abs(amount * unit - ms) <= ms * 2 ** -50;
    return new Duration(exactAmount('a duration', 'milliseconds', isWhole ? ms : Number.NaN, amount * unit));
  }

  private constructor(private readonly ms: number) {}

  /** The duration in milliseconds; a token if it was created from one. */
  public toMilliseconds(): number {
    return this.ms;
  }

  /**
   * The duration in seconds, possibly with a fraction; a token if it was created from one.
   *
   * @exampleMetadata fixture=stack
   * @example
   * const gracePeriod = Duration.millis(1500).plus(Duration.seconds(1));
   * new TerraformOutput(stack, 'grace_period_seconds', { value: gracePeriod.toSeconds() });
   */
  public toSeconds(): number {
    return Token.isUnresolved(this.ms) ? arithmetic(this.ms, '/', 1_000) : this.ms / 1_000;
  }

  /**
   * The sum of this duration and another one.
   *
   * @param other duration to add
   */
  public plus(other: Duration): Duration {
    const isKnown = !Token.isUnresolved(this.ms) && !Token.isUnresolved(other.ms);
    return new Duration(isKnown ? this.ms + other.ms : arithmetic(this.ms, '+', other.ms));
  }

  /**
   * Whether both are the same length of time. Two tokens are equal only if they are the same token.
   *
   * @param other duration to compare with
   */
  public isEqualTo(other: Duration): boolean {
    return this.ms === other.ms;
  }

  /** The duration in the notation of Terraform's settings, in the largest unit that gives a whole number, such as `90s`. */
  public toString(): string {
    if (Token.isUnresolved(this.ms)) return `${Tokenization.stringifyNumber(this.ms)}ms`;
    const [unit, ms] = largestUnit(this.ms, MS_OF) ?? ['s', 1_000];
    return `${this.ms / ms}${unit}`;
  }
}
