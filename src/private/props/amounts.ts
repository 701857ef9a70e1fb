import { ValidationError } from '../validation-error';

/** Units by name, with what each is in the smallest unit; the largest first. */
export type Units = ReadonlyArray<readonly [name: string, size: number]>;

/** Returns an amount in the smallest unit, if it is whole, not negative, and exact in JavaScript. */
export function exactAmount(what: string, unit: string, amount: number, given: unknown): number {
  if (Number.isSafeInteger(amount) && amount >= 0) return amount;
  throw new ValidationError(
    `${what} must be a whole number of ${unit} from 0 to ${Number.MAX_SAFE_INTEGER}, got ${given}`,
  );
}

/** The largest unit that gives a whole number; undefined for none, and for nothing. */
export const largestUnit = (amount: number, units: Units): Units[number] | undefined =>
  units.find(([, size]) => amount > 0 && amount % size === 0);
