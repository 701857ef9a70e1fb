import { Readable } from 'node:stream';
import { Sha256 } from '@aws-crypto/sha256-js';
import { SignatureV4 } from '@smithy/signature-v4';
import type { AuthContext } from '../../../../../emulator/s3/auth/claims';
import { S3Error } from '../../../../../emulator/s3/errors';
import type { S3Request } from '../../../../../emulator/s3/request';

export const KEY = { accessKeyId: 'GK0123456789', secretAccessKey: 'canary-secret' };
/** What {@link KEY} has signed. */
export const SIGNED = { accessKeyId: KEY.accessKeyId };
export const NOW = Date.UTC(2026, 4, 24, 12);

/** A moment, a key and a region; each can be another one. */
export function context(changes: Partial<AuthContext> = {}): AuthContext {
  return {
    findSecret: (id) => (id === KEY.accessKeyId ? KEY.secretAccessKey : undefined),
    now: () => NOW,
    realNow: () => NOW,
    region: undefined,
    ...changes,
  };
}

/** What a client is about to sign: names of headers as the signer wants them, the query not encoded. */
export interface Draft {
  readonly method: string;
  readonly path: string;
  readonly query: Record<string, string | string[]>;
  readonly headers: Record<string, string>;
}

export function draft(changes: Partial<Draft> = {}): Draft {
  return {
    method: 'GET',
    path: '/bucket/key',
    query: {},
    headers: { host: 'localhost:9000', 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' },
    ...changes,
  };
}

interface SignOptions {
  readonly key?: typeof KEY;
  readonly region?: string;
  readonly service?: string;
  readonly at?: number;
}

/** The official signer; what it makes is what a client sends. */
export function signer({ key = KEY, region = 'us-east-1', service = 's3' }: SignOptions = {}): SignatureV4 {
  return new SignatureV4({ credentials: key, region, service, sha256: Sha256, uriEscapePath: false });
}

/** Signed in the `Authorization` header. */
export async function signHeaders(what: Draft, options: SignOptions = {}): Promise<S3Request> {
  const signed = await signer(options).sign(toSmithy(what), { signingDate: new Date(options.at ?? NOW) });
  return toRequest(signed);
}

/** Signed in the query. */
export async function presign(
  what: Draft,
  { expiresIn = 3600, ...options }: SignOptions & { expiresIn?: number; unhoistableHeaders?: Set<string> } = {},
): Promise<S3Request> {
  const { unhoistableHeaders } = options;
  const signed = await signer(options).presign(toSmithy(what), {
    signingDate: new Date(options.at ?? NOW),
    expiresIn,
    ...(unhoistableHeaders && { unhoistableHeaders }),
  });
  return toRequest(signed);
}

function toSmithy(what: Draft) {
  return {
    protocol: 'http:',
    hostname: 'localhost',
    port: 9000,
    ...what,
    headers: { ...what.headers },
    query: { ...what.query },
  };
}

function toRequest(signed: {
  method: string;
  path: string;
  query?: unknown;
  headers: Record<string, string>;
}): S3Request {
  const query = Object.entries((signed.query ?? {}) as Record<string, string | string[]>).flatMap(([name, values]) =>
    [values].flat().map((value) => [name, value] as const),
  );
  const headers = Object.fromEntries(
    Object.entries(signed.headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  return { method: signed.method, rawPath: signed.path, query, headers, body: Readable.from([]) };
}

/** The error that something ends in. Fails when it is not refused, or not by an {@link S3Error}. */
export function refusalOf(act: () => unknown): S3Error {
  try {
    act();
  } catch (error) {
    if (error instanceof S3Error) return error;
    throw error;
  }
  throw new Error('It was not refused');
}
