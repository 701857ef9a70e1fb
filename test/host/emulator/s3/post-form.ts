import { createHash, createHmac } from 'node:crypto';
import type { Emulator } from '../../../../emulator';
import type { Credentials } from './support';

/** What a form is signed with; what is left out is taken from the form. */
export interface FormOptions {
  readonly conditions?: readonly unknown[];
  readonly expiration?: Date;
  /** `null`: the part of the file has none. Default `file.txt`. */
  readonly filename?: string | null;
}

/** Uploads by a form that is signed for exactly its fields, or for the conditions given. */
export async function postForm(
  { s3Endpoint }: Pick<Emulator, 's3Endpoint'>,
  bucket: string,
  { accessKeyId, secretAccessKey }: Credentials,
  fields: Readonly<Record<string, string>>,
  file: string | Uint8Array | undefined,
  { conditions, expiration = new Date(Date.now() + 600_000), filename = 'file.txt' }: FormOptions = {},
): Promise<Response> {
  const date = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
  const scope = `${date.slice(0, 8)}/us-east-1/s3/aws4_request`;
  const signing = {
    'x-amz-algorithm': 'AWS4-HMAC-SHA256',
    'x-amz-credential': `${accessKeyId}/${scope}`,
    'x-amz-date': date,
  };
  const toConditions = (from: Readonly<Record<string, string>>) =>
    Object.entries(from).map(([name, value]) => ({ [name]: value }));
  const policy = Buffer.from(
    JSON.stringify({
      expiration: expiration.toISOString(),
      conditions: [{ bucket }, ...toConditions(signing), ...(conditions ?? toConditions(fields))],
    }),
  ).toString('base64');
  const all = { ...fields, ...signing, policy, 'x-amz-signature': sign(policy, scope, secretAccessKey) };
  const url = `${s3Endpoint}/${bucket}`;
  if (filename === null)
    return fetch(url, { method: 'POST', ...withoutFilename(all, Buffer.from(file as Uint8Array)) });
  const form = new FormData();
  for (const [name, value] of Object.entries(all)) form.append(name, value);
  if (file !== undefined) form.append('file', new Blob([file as Uint8Array<ArrayBuffer>]), filename);
  return fetch(url, { method: 'POST', body: form, redirect: 'manual' });
}

/** The signature of a policy in base64, by version 4. */
export function sign(policy: string, scope: string, secretAccessKey: string): string {
  const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
  return [...scope.split('/'), policy].reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`).toString('hex');
}

/** A form as curl sends it with `-F 'file=<path'`: its last part says no name of a file. */
function withoutFilename(fields: Readonly<Record<string, string>>, file: Buffer) {
  const part = (name: string) => `--limit\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n`;
  const before = Object.entries(fields).map(([name, value]) => `${part(name)}${value}\r\n`);
  const body = Buffer.concat([Buffer.from(before.join('') + part('file')), file, Buffer.from('\r\n--limit--\r\n')]);
  return { body, headers: { 'content-type': 'multipart/form-data; boundary=limit' } };
}

/** MD5 in hex, as ETags have it. */
export const md5 = (text: string | Uint8Array) => createHash('md5').update(text).digest('hex');
