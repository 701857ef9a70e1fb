import type { RawRequest } from '../raw';
import type { Bench } from '../support';

/** An error as clients show it: code, message, and what it is about, in order. */
export type Told = readonly [status: number, code: string, message: string, details?: Readonly<Record<string, string>>];

/** Status and text of a response to a signed request, without what differs from one to the next; `BUCKET` for the bucket. */
export async function told({ Bucket, ask }: Pick<Bench, 'Bucket' | 'ask'>, request: Partial<RawRequest>) {
  const { status, text, headers } = await ask({ method: 'GET', path: `/${Bucket}`, ...request });
  const same = text.replace(/<Resource>.*/s, '').replaceAll(`>${Bucket}<`, '>BUCKET<');
  return { received: { status, text: same }, headers };
}

/** The response that tells it. */
export function written([status, code, message, details = {}]: Told) {
  const elements = Object.entries({ Code: code, Message: message, ...details });
  const content = elements.map(([name, text]) => `<${name}>${text.replaceAll('"', '&quot;')}</${name}>`);
  return { status, text: `<?xml version="1.0" encoding="UTF-8"?>\n<Error>${content.join('')}` };
}

export const MALFORMED: Told = [
  400,
  'MalformedXML',
  'The XML you provided was not well-formed or did not validate against our published schema',
];
