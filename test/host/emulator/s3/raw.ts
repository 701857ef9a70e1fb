import { request as httpRequest, type IncomingHttpHeaders, type RequestOptions } from 'node:http';
import { Sha256 } from '@aws-crypto/sha256-js';
import { SignatureV4 } from '@smithy/signature-v4';
import type { Credentials } from './support';

/** A response, byte by byte. */
export interface RawResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The `Code` of an error's document. */
  readonly code: string | undefined;
}

/** What to send; the path is sent as it is. */
export interface RawRequest {
  readonly method: string;
  /** Percent-encoded. */
  readonly path: string;
  readonly query?: Record<string, string>;
  readonly headers?: Record<string, string>;
  readonly body?: string | Uint8Array;
}

/** Signs as the SDKs do and sends what they would not. Without credentials nothing is signed. */
export async function send(
  endpoint: string,
  { method, path, query = {}, headers = {}, body }: RawRequest,
  credentials?: Credentials,
): Promise<RawResponse> {
  const { host, hostname, port } = new URL(endpoint);
  const plain = {
    method,
    protocol: 'http:',
    hostname,
    port: Number(port),
    path,
    query,
    headers: { host, ...headers },
    body,
  } as const;
  const signed = credentials ? await signer(credentials).sign(plain) : plain;
  const search = Object.entries(query)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&');
  return exchange(
    { hostname, port: Number(port), method, path: search ? `${path}?${search}` : path, headers: signed.headers },
    body,
  );
}

/** The official signer of the SDKs. */
export function signer(credentials: Credentials): SignatureV4 {
  return new SignatureV4({ service: 's3', region: 'us-east-1', credentials, sha256: Sha256, uriEscapePath: false });
}

function exchange(options: RequestOptions, body: string | Uint8Array | undefined): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest({ ...options, agent: false }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const code = /<Code>(\w+)<\/Code>/.exec(text)?.[1];
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text, code });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
