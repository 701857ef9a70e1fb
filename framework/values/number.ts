import type { NumberType } from './type';
import { Decimal, type NumberValue } from './value';

/** The numbers that each type has, for messages, and how to tell them. */
export const NUMBERS: Readonly<
  Record<NumberType, { readonly name: string; readonly has: (value: NumberValue) => boolean }>
> = {
  number: { name: 'a number', has: (value) => isFiniteNumber(value) && decimalPlaces(value) <= MOST_PLACES },
  integer: {
    name: `a whole number from -${Number.MAX_SAFE_INTEGER} to ${Number.MAX_SAFE_INTEGER}`,
    has: (value) => Number.isSafeInteger(value),
  },
  float64: {
    name: 'a number of 64 bits, such as 0.1 or 1e308',
    has: (value) => isFiniteNumber(value) && isDouble(value),
  },
  int64: { name: 'a whole number of 64 bits', has: (value) => toInt64(value) !== undefined },
};

/** Whether a double can stand for a finite number: neither an infinity nor, for a small fraction, zero would. */
export function isDouble(value: NumberValue): boolean {
  const double = Number(value.toString());
  return Number.isFinite(double) && (double !== 0 || numbersEqual(value, 0));
}

/** The most digits before or after the point: of a number with a billion of them, the host makes an infinity, and then no state. */
const MOST_PLACES = 10_000;

/** Digits before or after the point, whichever are more, of a number that is finite. */
function decimalPlaces(value: NumberValue): number {
  const { digits, exponent } = parts(value.toString());
  return Math.max(digits.length + exponent, -exponent);
}

/** Returns true if both represent the same number: 0.5, `Decimal('0.50')` and `Decimal('5e-1')` are equal. NaN equals itself. */
export function numbersEqual(a: NumberValue, b: NumberValue): boolean {
  return a === b || canonical(a) === canonical(b);
}

/** -1, 0 or 1, as `a` is less than, equal to or greater than `b`. Neither may be NaN. */
export function compareNumbers(a: NumberValue, b: NumberValue): number {
  if (numbersEqual(a, b)) return 0;
  // Doubles tell apart what is not close; what is close has digits to compare.
  const [x, y] = [Number(a.toString()), Number(b.toString())];
  if (x !== y) return x < y ? -1 : 1;
  const [one, other] = [parts(exactText(a)), parts(exactText(b))];
  const below = one.sign === '-' ? 1 : -1;
  if (one.sign !== other.sign) return -below;
  const size = ({ digits, exponent }: ReturnType<typeof parts>) =>
    digits === '0' ? -Infinity : digits.length + exponent;
  if (size(one) !== size(other)) return size(one) < size(other) ? below : -below;
  return one.digits < other.digits ? below : -below;
}

/** True for a number that a state can hold: neither NaN nor an infinity, nor a {@link Decimal} whose text is no decimal number. */
export function isFiniteNumber(value: NumberValue): boolean {
  if (value instanceof Decimal) return typeof value.text === 'string' && DECIMAL.test(value.text);
  return typeof value === 'bigint' || Number.isFinite(value);
}

/** The number as a bigint; undefined for a fraction, for what is not finite, and for a number or Decimal with more than a thousand zeros at its end. */
export function toBigInt(value: NumberValue): bigint | undefined {
  if (typeof value === 'bigint') return value;
  if (!isFiniteNumber(value)) return undefined;
  const { sign, digits, exponent } = parts(exactText(value));
  if (exponent < 0 || exponent > 1000) return undefined;
  return BigInt(sign + digits + '0'.repeat(exponent));
}

const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;

/** The whole number of 64 bits that this is, or `undefined` for a fraction and for what is out of range. */
export function toInt64(value: NumberValue): bigint | undefined {
  const whole = toBigInt(value);
  return whole !== undefined && whole >= INT64_MIN && whole <= INT64_MAX ? whole : undefined;
}

/** A text for comparison, equal for equal numbers and for those only: `[sign]digits`E`exponent`, the digits without leading or trailing zeros. */
function canonical(value: NumberValue): string {
  const { sign, digits, exponent } = parts(exactText(value));
  return `${sign}${digits}E${exponent}`;
}

/** The number with every digit. A double is its exact binary fraction, as for the host, not the shorter text that JavaScript prints. */
function exactText(value: NumberValue): string {
  if (typeof value !== 'number' || !Number.isFinite(value)) return value.toString();
  let whole = value;
  let halvings = 0;
  for (; !Number.isInteger(whole); halvings++) whole *= 2;
  return `${BigInt(whole) * 5n ** BigInt(halvings)}e-${halvings}`;
}

const DECIMAL = /^([+-]?)(?=\.?\d)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/;

function parts(text: string): { sign: string; digits: string; exponent: number } {
  const found = DECIMAL.exec(text);
  // An infinity is larger than any number; what is no number is equal to the same text only.
  if (!found) return { sign: /^-/.test(text) ? '-' : '', digits: text, exponent: Infinity };
  const [, sign, whole = '', fraction = '', power = 0] = found;
  const significant = (whole + fraction).replace(/^0+/, '');
  const digits = significant.replace(/0+$/, '');
  if (digits === '') return { sign: '', digits: '0', exponent: 0 };
  const exponent = Number(power) - fraction.length + (significant.length - digits.length);
  return { sign: sign === '-' ? '-' : '', digits, exponent };
}

/**
 * Converts decimal text, as in JSON, without loss. The result is a double only if that is exactly the number, and safe if it is whole: for
 * 0.5, but not for 0.1. Other digits alone, also after a minus, become a bigint; any other text, which is not checked, a {@link Decimal}.
 */
export function fromNumberText(text: string): NumberValue {
  const number = Number(text);
  const isExact = Number.isFinite(number) && numbersEqual(number, new Decimal(text));
  if (isExact && (!Number.isInteger(number) || Number.isSafeInteger(number))) return number;
  return /^-?\d+$/.test(text) ? BigInt(text) : new Decimal(text);
}
