import type { FastifyReply } from 'fastify';
import type { Content, Html } from './html';
import { PAGE_HEADERS, SCRIPTED_POLICY } from './security-headers';

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

/** Sends a finished page. `scripted` allows it to use our script. */
export function sendPage(reply: FastifyReply, status: number, document: Html, scripted = false): FastifyReply {
  reply.code(status).headers(PAGE_HEADERS).type('text/html; charset=utf-8');
  if (scripted) reply.header('content-security-policy', SCRIPTED_POLICY);
  return reply.send(document.toString());
}

/** Sends a redirect that is followed by GET. */
export function sendRedirect(reply: FastifyReply, to: string): FastifyReply {
  return reply.code(303).headers(PAGE_HEADERS).header('location', to).send();
}
