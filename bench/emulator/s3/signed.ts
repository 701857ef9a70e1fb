import { createHash } from 'node:crypto';
import { Sha256 } from '@aws-crypto/sha256-js';
import { SignatureV4 } from '@smithy/signature-v4';
import type { Target } from './messages';

/** A request that is ready to be sent. */
export interface Signed {
  readonly method: 'GET' | 'PUT';
  readonly path: string;
  readonly headers: Record<string, string>;
  /** All bytes before the body, as sent over the wire. */
  readonly head: Buffer;
}

/** What the signature covers of a body: its SHA-256, or nothing. */
export type Payload = 'signed' | 'unsigned';

/** Signs requests in advance, in headers as SDKs do. */
export class Signer {
  readonly #signer: SignatureV4;

  constructor(private readonly target: Target) {
    const { accessKeyId, secretAccessKey } = target;
    this.#signer = new SignatureV4({
      service: 's3',
      region: 'us-east-1',
      credentials: { accessKeyId, secretAccessKey },
      sha256: Sha256,
      uriEscapePath: false,
    });
  }

  sign(method: Signed['method'], key: string, body = NOTHING, payload: Payload = 'signed'): Promise<Signed> {
    return this.#sign(method, `/${this.target.bucket}/${key}`, {}, body, payload);
  }

  /** A listing of up to 1,000 objects. */
  signList(): Promise<Signed> {
    return this.#sign('GET', `/${this.target.bucket}`, { 'list-type': '2' }, NOTHING, 'signed');
  }

  async #sign(
    method: Signed['method'],
    pathname: string,
    query: Record<string, string>,
    body: Uint8Array,
    payload: Payload,
  ): Promise<Signed> {
    const { protocol, host, hostname } = new URL(this.target.endpoint);
    const sha256 = payload === 'signed' ? createHash('sha256').update(body).digest('hex') : 'UNSIGNED-PAYLOAD';
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

const NOTHING = Buffer.alloc(0);
