import { Token } from 'cdktf';
import { hasExpression } from './private/code/hcl-text';
import { exactAmount, largestUnit, type Units } from './private/props/amounts';
import { ValidationError } from './private/validation-error';

const BYTES_OF: Readonly<Record<string, bigint>> = {
  B: 1n,
  kB: 10n ** 3n,
  KB: 10n ** 3n,
  MB: 10n ** 6n,
  GB: 10n ** 9n,
  TB: 10n ** 12n,
  PB: 10n ** 15n,
  KiB: 2n ** 10n,
  MiB: 2n ** 20n,
  GiB: 2n ** 30n,
  TiB: 2n ** 40n,
  PiB: 2n ** 50n,
};

/** Units that `toString` chooses from. */
const BINARY_UNITS: Units = ['PiB', 'TiB', 'GiB', 'MiB', 'KiB'].map((name) => [name, Number(BYTES_OF[name])] as const);

/**
 * An amount of storage: a whole number of bytes, at most 2^53 - 1 (8 PiB less a byte), the largest number that is exact in every
 * supported language. For a larger quota set the attribute itself: `bucket.resource.addOverride('max_size', …)`.
 *
 * @exampleMetadata fixture=stack
 * @example
 * new Bucket(stack, 'Thumbnails', { maxSize: Size.parse('1.5 TiB') });
 * new Bucket(stack, 'Originals', { maxSize: Size.tebibytes(2) });
 */
export class Size {
  /**
   * A size in bytes; a number token is accepted unchanged.
   *
   * @param amount whole number of bytes, or a token
   */
  public static bytes(amount: number): Size {
    return Token.isUnresolved(amount) ? new Size(amount) : Size.of(amount, 'B');
  }

  /**
   * A size in KiB (1,024 bytes); a token is an error.
   *
   * @param amount number of KiB, with a fraction if it is whole in bytes
   */
  public static kibibytes(amount: number): Size {
    return Size.of(amount, 'KiB');
  }

  /**
   * A size in MiB (1,024 KiB); a token is an error.
   *
   * @param amount number of MiB, with a fraction if it is whole in bytes
   */
  public static mebibytes(amount: number): Size {
    return Size.of(amount, 'MiB');
  }

  /**
   * A size in GiB (1,024 MiB); a token is an error.
   *
   * @param amount number of GiB, with a fraction if it is whole in bytes
   */
  public static gibibytes(amount: number): Size {
    return Size.of(amount, 'GiB');
  }

  /**
   * A size in TiB (1,024 GiB); a token is an error.
   *
   * @param amount number of TiB, with a fraction if it is whole in bytes
   */
  public static tebibytes(amount: number): Size {
    return Size.of(amount, 'TiB');
  }

  /**
   * A size in PiB (1,024 TiB); a token is an error.
   *
   * @param amount number of PiB, with a fraction if it is whole in bytes
   */
  public static pebibytes(amount: number): Size {
    return Size.of(amount, 'PiB');
  }

  /**
   * Parses a size such as `10GiB`, `1.5 TiB`, `500 MB` or `1024`. `KiB`, `MiB`, `GiB`, `TiB` and `PiB` count in steps of 1,024;
   * `kB` (or `KB`), `MB`, `GB`, `TB` and `PB` in steps of 1,000; no unit means bytes.
   *
   * @param text number and unit, known at synthesis
   */
  public static parse(text: string): Size {
    if (Token.isUnresolved(text) || hasExpression(text)) {
      throw new ValidationError(
        'a size must be known at synthesis, got a token: use Size.bytes(CofferFunctions.parseSize(…)), which Terraform computes',
      );
    }
    const [, whole, fraction = '', unit] = /^\s*(\d+)(?:\.(\d+))?\s*([A-Za-z]*)\s*$/.exec(text) ?? [];
    const factor = BYTES_OF[unit || 'B'];
    if (whole === undefined || factor === undefined) {
      throw new ValidationError(
        `a size must be a number and one of the units ${Object.keys(BYTES_OF).join(', ')}, such as "10GiB", got ${JSON.stringify(text)}`,
      );
    }
    const scale = 10n ** BigInt(fraction.length);
    const scaled = BigInt(whole + fraction) * factor;
    return Size.checked(scaled % scale === 0n ? Number(scaled / scale) : Number.NaN, text);
  }

  private static of(amount: number, unit: string): Size {
    if (Token.isUnresolved(amount)) {
      throw new ValidationError(
        `an amount of ${unit} must be known at synthesis, got a token: give bytes, Size.bytes(token)`,
      );
    }
    return Size.checked(amount * Number(BYTES_OF[unit]), `${amount} ${unit}`);
  }

  private static checked(bytes: number, given: string): Size {
    return new Size(exactAmount('a size', 'bytes', bytes, given));
  }

  private constructor(private readonly amount: number) {}

  /** The size in bytes; a token if it was created from one. */
  public toBytes(): number {
    return this.amount;
  }

  /**
   * Whether both are the same number of bytes. Two tokens are equal only if they are the same token.
   *
   * @param other size to compare with
   *
   * @exampleMetadata fixture=stack
   * @example
   * const quota = Size.gibibytes(1);
   * new TerraformOutput(stack, 'quota_is_default', { value: quota.isEqualTo(Size.mebibytes(1024)) });
   */
  public isEqualTo(other: Size): boolean {
    return this.amount === other.amount;
  }

  /** The size in the largest binary unit that gives a whole number, such as `10 GiB`. */
  public toString(): string {
    if (Token.isUnresolved(this.amount)) return `${this.amount} B`;
    const [unit, bytes] = largestUnit(this.amount, BINARY_UNITS) ?? ['B', 1];
    return `${this.amount / bytes} ${unit}`;
  }
}
