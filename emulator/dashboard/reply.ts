import type { FastifyReply } from 'fastify';
import type { Content, Html } from './html';

/** The result of a visit. */
export type Reply =
  | {
      readonly kind: 'page';
      readonly status: number;
      readonly title: string;
      readonly body: Html;
      /** The reason why nothing was done. */
      readonly alert?: Content;
    }
  | { readonly kind: 'redirect'; readonly to: string }
  | FileReply;

/** Bytes that the browser saves as a file. */
export interface FileReply {
  readonly kind: 'file';
  readonly name: string;
  readonly length: number;
  /** Each piece is valid until the next one is requested. A reader that stops early must call `return`. */
  readonly chunks: AsyncIterableIterator<Uint8Array>;
}

/** Makes a page. */
export function page(title: string, body: Html, status = 200): Reply {
  return { kind: 'page', status, title, body };
}

/** Makes a redirect by GET to a path below {@link ROOT}. */
export function redirect(path: string): Reply {
  return { kind: 'redirect', to: ROOT + path };
}

/** The path of the dashboard on the REST port. */
export const ROOT = '/dashboard';

/** The content security policy: our own stylesheet, forms to ourselves, no frames. */
const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** The policy of pages with our own script. No stored file can act as a script, because files are sent without a type. */
const SCRIPTED_POLICY = `${POLICY}; script-src 'self'; connect-src 'self'`;

/** Headers of every page. Browsers and proxies store nothing of it. */
const HEADERS = {
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  // With "no-referrer" browsers send "Origin: null", and the origin of a form could not be checked.
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
} as const;

/** Sends a finished page. `scripted` allows it to use our script. */
export function sendPage(reply: FastifyReply, status: number, document: Html, scripted = false): FastifyReply {
  reply.code(status).headers(HEADERS).type('text/html; charset=utf-8');
  if (scripted) reply.header('content-security-policy', SCRIPTED_POLICY);
  return reply.send(document.toString());
}

/** Sends a redirect that is followed by GET. */
export function sendRedirect(reply: FastifyReply, to: string): FastifyReply {
  return reply.code(303).headers(HEADERS).header('location', to).send();
}
