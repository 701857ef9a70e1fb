import { Decimal, type NumberValue } from './value';

/** True if both stand for the same number, whatever forms they have: 0.5, `Decimal('0.50')` and `Decimal('5e-1')` are equal. */
export function numbersEqual(a: NumberValue, b: NumberValue): boolean {
  return a === b || canonical(a) === canonical(b);
}

/** The whole number that this is, or `undefined` for a fraction. */
export function toBigInt(value: NumberValue): bigint | undefined {
  if (typeof value === 'bigint') return value;
  const { sign, digits, exponent } = parts(value.toString());
  if (exponent < 0 || exponent > 1000) return undefined;
  return BigInt(sign + digits + '0'.repeat(exponent));
}

/** `[sign]digits`E`exponent`, without leading or trailing zeros in the digits: one text per number. */
export function canonical(value: NumberValue): string {
  const { sign, digits, exponent } = parts(value.toString());
  return `${sign}${digits}E${exponent}`;
}

const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/;

function parts(text: string): { sign: string; digits: string; exponent: number } {
  const match = DECIMAL.exec(text);
  if (!match) return { sign: '', digits: text, exponent: 0 }; // an infinity
  const [, sign = '', whole = '', fraction = '', power = '0'] = match;
  const significant = (whole + fraction).replace(/^0+/, '');
  const digits = significant.replace(/0+$/, '');
  if (digits === '') return { sign: '', digits: '0', exponent: 0 };
  const exponent = Number(power) - fraction.length + (significant.length - digits.length);
  return { sign: sign === '-' ? '-' : '', digits, exponent };
}

/** The shortest lossless form of a JSON or wire number given as text. */
export function fromNumberText(text: string): NumberValue {
  const number = Number(text);
  if (Number.isFinite(number) && canonical(number) === canonical(new Decimal(text))) {
    if (!Number.isInteger(number) || Number.isSafeInteger(number)) return number;
  }
  return /^-?\d+$/.test(text) ? BigInt(text) : new Decimal(text);
}
