import type { FastifyReply } from 'fastify';
import type { Html } from './html';

/** What a visit ends in. */
export type Reply =
  | { readonly kind: 'page'; readonly status: number; readonly title: string; readonly body: Html }
  | { readonly kind: 'redirect'; readonly to: string };

/** A page below {@link ROOT}. */
export function page(title: string, body: Html, status = 200): Reply {
  return { kind: 'page', status, title, body };
}

/** Go on by GET at a path below {@link ROOT}. */
export function redirect(path: string): Reply {
  return { kind: 'redirect', to: ROOT + path };
}

/** Where the dashboard is on the REST port. */
export const ROOT = '/dashboard';

/** No script at all, one stylesheet of our own, forms to ourselves, in no frame; nothing of it is kept by browser or proxy. */
const HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  // Not "no-referrer": with it browsers send "Origin: null", and the origin of a form could not be checked.
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
} as const;

/** Sends a finished page. */
export function sendPage(reply: FastifyReply, status: number, document: Html): FastifyReply {
  return reply.code(status).headers(HEADERS).type('text/html; charset=utf-8').send(document.toString());
}

/** Sends a redirect that is followed by GET. */
export function sendRedirect(reply: FastifyReply, to: string): FastifyReply {
  return reply.code(303).headers(HEADERS).header('location', to).send();
}
