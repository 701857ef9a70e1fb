import type { Headers } from '../http2/header-decoder';
import { GrpcError, Status } from './status';

/** The HTTP status of a request that is not gRPC: 405 for any method but POST, 415 for any type but gRPC's; undefined for a call. */
export function refusalOf(headers: Headers): 405 | 415 | undefined {
  if (headers[':method'] !== 'POST') return 405;
  return /^application\/grpc(?:$|[+;])/.test(headers['content-type'] ?? '') ? undefined : 415;
}

const UNIT_MS: Readonly<Record<string, number>> = { H: 3_600_000, M: 60_000, S: 1000, m: 1, u: 1e-3, n: 1e-6 };

/** The milliseconds, perhaps a fraction, of `grpc-timeout`, such as `1500m`; undefined without it. Throws a {@link GrpcError} if malformed. */
export function timeoutOf({ 'grpc-timeout': header }: Headers): number | undefined {
  if (header === undefined) return undefined;
  const [, digits, unit = ''] = /^(\d{1,8})(.)$/.exec(header) ?? [];
  const unitMs = UNIT_MS[unit];
  if (unitMs === undefined) throw new GrpcError(Status.INTERNAL, 'malformed grpc-timeout');
  return Number(digits) * unitMs;
}

/** The headers of the response to a call. `grpc-accept-encoding` tells a client that it must not compress. */
export const RESPONSE_HEADERS = {
  ':status': '200',
  'content-type': 'application/grpc',
  'grpc-accept-encoding': 'identity',
} as const;

/** The trailers of a response: the status of the error, or OK without one. */
export function trailers(error?: GrpcError): Readonly<Record<string, string>> {
  if (!error) return { 'grpc-status': String(Status.OK) };
  return { 'grpc-status': String(error.code), 'grpc-message': encodeStatusMessage(error.message) };
}

/** Percent-encodes a message for the `grpc-message` trailer: of its UTF-8, `%` and every byte that is not printable ASCII are escaped. */
function encodeStatusMessage(message: string): string {
  let text = '';
  for (const byte of Buffer.from(message)) {
    const printable = byte >= 0x20 && byte <= 0x7e && byte !== 0x25;
    text += printable ? String.fromCharCode(byte) : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }
  return text;
}
