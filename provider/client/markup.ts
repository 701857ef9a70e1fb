import type { IncomingHttpHeaders } from 'node:http';

/** True if a body is a page of markup, such as the login page of a proxy or the error page of a load balancer. */
export const isMarkup = (text: string): boolean => /^\s*</.test(text);

/** True if a response is a page of markup, judged by its body or its content type. */
export const isPage = ({ headers, text }: { readonly headers: IncomingHttpHeaders; readonly text: string }): boolean =>
  isMarkup(text) || /\bhtml\b/i.test(headers['content-type'] ?? '');
