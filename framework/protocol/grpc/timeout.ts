const UNIT_MS: Readonly<Record<string, number>> = { H: 3_600_000, M: 60_000, S: 1000, m: 1, u: 1e-3, n: 1e-6 };

/**
 * Returns the milliseconds, perhaps with a fraction, of a `grpc-timeout` header, such as `1500m`: up to eight digits and a unit. Undefined
 * without a header. Throws a `TypeError` for a malformed one.
 */
export function parseTimeout(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  const unit = UNIT_MS[header.slice(-1)];
  const digits = header.slice(0, -1);
  if (unit === undefined || !/^\d{1,8}$/.test(digits)) throw new TypeError('malformed grpc-timeout');
  return Number(digits) * unit;
}
