import { createHash } from 'node:crypto';
import { Sha256 } from '@aws-crypto/sha256-js';
import { SignatureV4 } from '@smithy/signature-v4';
import type { Target } from './messages';

export interface Signed {
  readonly method: 'GET' | 'PUT';
  readonly path: string;
  readonly headers: Record<string, string>;
  /** All bytes before the body, as sent over the wire. */
  readonly head: Buffer;
}

interface Payload {
  readonly body?: Uint8Array | undefined;
  readonly isUnsigned?: boolean | undefined;
  readonly query?: Record<string, string>;
}

const NOTHING = Buffer.alloc(0);

/** Signs requests in advance, in headers as SDKs do. */
export class Signer {
  readonly #signer: SignatureV4;

  constructor(private readonly target: Omit<Target, 'pids'>) {
    const { accessKeyId, secretAccessKey } = target;
    this.#signer = new SignatureV4({
      service: 's3',
      region: 'us-east-1',
      credentials: { accessKeyId, secretAccessKey },
      sha256: Sha256,
      uriEscapePath: false,
    });
  }

  /** Signs a request for a path below the bucket: `/` and a key, or nothing for the bucket. `isUnsigned`: the signature leaves out the body. */
  async sign(
    method: Signed['method'],
    below: string,
    { body = NOTHING, isUnsigned = false, query = {} }: Payload = {},
  ): Promise<Signed> {
    const pathname = `/${this.target.bucket}${below}`;
    const sha256 = isUnsigned ? 'UNSIGNED-PAYLOAD' : createHash('sha256').update(body).digest('hex');
    const { protocol, host, hostname } = new URL(this.target.endpoint);
    const plain = { host, 'x-amz-content-sha256': sha256 };
    const { headers } = await this.#signer.sign({ method, protocol, hostname, path: pathname, query, headers: plain });
    const parameters = new URLSearchParams(query).toString();
    const path = parameters === '' ? pathname : `${pathname}?${parameters}`;
    const length = method === 'PUT' ? { 'content-length': String(body.length) } : {};
    const lines = Object.entries({ ...headers, ...length }).map(([name, value]) => `${name}: ${value}\r\n`);
    const head = Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
    return { method, path, headers, head };
  }
}
