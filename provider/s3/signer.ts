import { createHash, createHmac } from 'node:crypto';
import { SignatureV4 } from '@smithy/signature-v4';

export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

interface Unsigned {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Host and port, as in the Host header. */
  readonly host: string;
  /** As sent: percent-encoded. */
  readonly path: string;
  /** Not encoded yet. */
  readonly query: Readonly<Record<string, string>>;
  /** XML; undefined for a request without a body. */
  readonly body: string | undefined;
}

/**
 * Makes a function that signs requests to S3 with one access key (Signature Version 4): it returns all headers to send but `host`. The signature
 * is for this moment, by the server's clock; sign again for a retry. The library expects hashes as classes; Node's own do the work.
 */
export function signerFor(credentials: Credentials, region: string, now: () => number) {
  const signature = new SignatureV4({ credentials, region, service: 's3', sha256: Sha256, uriEscapePath: false });
  return async ({ method, host, path, query, body }: Unsigned): Promise<Record<string, string>> => {
    const signed = await signature.sign(
      {
        method,
        protocol: 'https:',
        hostname: host,
        path,
        query,
        headers: {
          host,
          'x-amz-content-sha256': createHash('sha256')
            .update(body ?? '')
            .digest('hex'),
          ...(body !== undefined && {
            'content-type': 'application/xml',
            'content-md5': createHash('md5').update(body).digest('base64'),
          }),
        },
        ...(body !== undefined && { body }),
      },
      { signingDate: new Date(now()) },
    );
    const { host: _, ...headers } = signed.headers; // the transport writes its own
    return headers;
  };
}

type Bytes = string | ArrayBuffer | ArrayBufferView;

class Sha256 {
  readonly #hash;

  constructor(secret?: Bytes) {
    this.#hash = secret === undefined ? createHash('sha256') : createHmac('sha256', toBuffer(secret));
  }

  update(data: Bytes): void {
    this.#hash.update(toBuffer(data));
  }

  async digest(): Promise<Uint8Array> {
    return this.#hash.digest();
  }

  /** The library never calls it: each object computes one hash. */
  reset(): void {}
}

function toBuffer(data: Bytes): Buffer {
  if (typeof data === 'string') return Buffer.from(data);
  return ArrayBuffer.isView(data) ? Buffer.from(data.buffer, data.byteOffset, data.byteLength) : Buffer.from(data);
}
