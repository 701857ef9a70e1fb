import type { FastifyReply } from 'fastify';
import { type Content, type Html, UNSEEN } from './html';

/** The content security policy: our own stylesheet, forms to ourselves, no frames. */
const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** The policy of pages with our own script. No stored file can act as a script, because files are sent without a type. */
export const SCRIPTED_POLICY = `${POLICY}; script-src 'self'; connect-src 'self'`;

/** Headers of every page. Browsers and proxies store nothing of it. */
const PAGE_HEADERS = {
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  // With "no-referrer" browsers send "Origin: null", and the origin of a form could not be checked.
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
} as const;

/** Headers of a stored file. Browsers save it, and neither show it nor run anything in it, whatever its type. */
const FILE_HEADERS = {
  'content-type': 'application/octet-stream',
  'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
} as const;

export type Reply =
  | {
      readonly kind: 'page';
      readonly status: number;
      readonly title: string;
      readonly body: Html;
      /** The reason why nothing was done. */
      readonly alert?: Content;
    }
  | { readonly kind: 'redirect'; readonly to: string; readonly flash: string | undefined }
  | FileReply;

export interface FileReply {
  readonly kind: 'file';
  readonly name: string;
  readonly length: number;
  /** Each piece is valid until the next one is requested. A reader that stops early must call `return`. */
  readonly chunks: AsyncIterableIterator<Uint8Array>;
}

export function page(title: string, body: Html, status = 200): Reply {
  return { kind: 'page', status, title, body };
}

/** Makes a redirect by GET to a path below {@link ROOT}. `flash` is a sentence for the next page. */
export function redirect(path: string, flash?: string): Reply {
  return { kind: 'redirect', to: ROOT + path, flash };
}

/** A page that says why nothing was done. */
export function refused(reply: Reply, status: number, alert?: Content): Reply {
  return reply.kind === 'page' ? { ...reply, status, alert } : reply;
}

/** The path of the dashboard on the REST port. */
export const ROOT = '/dashboard';

/** Sends a finished page. `scripted` allows it to use our script. */
export function sendPage(reply: FastifyReply, status: number, document: Html, scripted = false): FastifyReply {
  reply.code(status).headers(PAGE_HEADERS).type('text/html; charset=utf-8');
  if (scripted) reply.header('content-security-policy', SCRIPTED_POLICY);
  return reply.send(document.toString());
}

export function sendRedirect(reply: FastifyReply, to: string): FastifyReply {
  return reply.code(303).headers(PAGE_HEADERS).header('location', to).send();
}

/** Sends a file while it is read. If reading fails, the response is shorter than its `content-length`. */
export function sendFile(reply: FastifyReply, { name, length, chunks }: FileReply): FastifyReply {
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, { ...FILE_HEADERS, 'content-length': length, 'content-disposition': contentDisposition(name) });
  void pump(raw, chunks).catch(() => raw.destroy());
  return reply;
}

async function pump(raw: FastifyReply['raw'], chunks: AsyncIterableIterator<Uint8Array>): Promise<void> {
  for await (const chunk of chunks) {
    if (raw.destroyed) return;
    // The next piece overwrites this one in memory, so this one must be sent first.
    await new Promise<void>((resolve) => {
      raw.once('close', resolve);
      raw.write(chunk, () => {
        raw.off('close', resolve);
        resolve();
      });
    });
  }
  raw.end();
}

/** The header with the name of a file (RFC 6266, RFC 8187), without folders, control characters and marks of direction, which would change it. */
export function contentDisposition(name: string): string {
  const plain = name
    .slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)
    .replace(UNSEEN, '_')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/^\.+/, '_');
  const whole = plain === '' ? 'object' : plain;
  const ascii = whole.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(whole.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
