import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { S3Error } from '../errors';

/**
 * Headers of a request. Where node joins the values of a repeated header with `, `, they are joined with `,`, which is what a
 * signature covers and what S3 stores as metadata. More than one `Host` is a `refusal`. Sources: SigV4, "Create a canonical
 * request"; RFC 9112, section 3.2.
 */
export function headersOf({ headers, rawHeaders }: IncomingMessage): {
  readonly headers: IncomingHttpHeaders;
  readonly refusal: S3Error | undefined;
} {
  let names = 0;
  for (const _ in headers) names += 1;
  if (rawHeaders.length === 2 * names) return { headers, refusal: undefined };
  const values = new Map<string, string[]>();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] ?? '').toLowerCase();
    const value = (rawHeaders[at + 1] ?? '').trim();
    const sent = values.get(name);
    if (sent) sent.push(value);
    else values.set(name, [value]);
  }
  const joined = [...values].filter(([name, sent]) => sent.length > 1 && headers[name] === sent.join(', '));
  return {
    headers: { ...headers, ...Object.fromEntries(joined.map(([name, sent]) => [name, sent.join(',')])) },
    refusal:
      (values.get('host')?.length ?? 0) > 1
        ? new S3Error(
            'BadRequest',
            'An error occurred when parsing the HTTP request: it has more than one Host header.',
          )
        : undefined,
  };
}
