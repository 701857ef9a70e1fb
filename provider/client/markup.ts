import type { IncomingHttpHeaders } from 'node:http';

/** Whether a body is a page of markup, such as the login page of a proxy or the error page of a load balancer. */
export const isMarkup = (text: string): boolean => /^\s*</.test(text);

/** Whether a response is such a page, by its body or by what its headers say of it. */
export const isPage = ({ headers, text }: { readonly headers: IncomingHttpHeaders; readonly text: string }): boolean =>
  isMarkup(text) || /\bhtml\b/i.test(headers['content-type'] ?? '');
