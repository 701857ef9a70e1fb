import type { Readable } from 'node:stream';
import type { Dispatcher, Pool } from 'undici';
import type { Signed } from './signed';

/** Sends a request and returns the length of the response body. Throws unless the response is a success. */
export function exchange(
  pool: Pool,
  { method, path, headers }: Omit<Signed, 'head'>,
  body: Uint8Array | Readable | null = null,
): Promise<number> {
  return new Promise((resolve, reject) => {
    let [status, length, text] = [0, 0, ''];
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart: () => undefined,
      onResponseStart: (_, statusCode) => {
        status = statusCode;
      },
      onResponseData: (_, chunk) => {
        length += chunk.length;
        if (status >= 300) text += chunk.toString('utf8');
      },
      onResponseEnd: () => {
        if (status < 300) resolve(length);
        else reject(new Error(`${method} ${path} answered ${status}: ${text}`));
      },
      onResponseError: (_, error) => reject(error),
    };
    pool.dispatch({ method, path, headers, body }, handler);
  });
}
