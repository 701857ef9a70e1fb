import type { Headers } from './success';

/** True if a body begins with `<`, white space aside: the login page of a proxy, the error page of a load balancer, any XML. */
export const isMarkup = (text: string): boolean => /^\s*</.test(text);

/** True if a response is a page of markup, judged by its body or, whatever that is, by HTML as its content type. */
export const isPage = ({ headers, text }: { readonly headers: Headers; readonly text: string }): boolean =>
  isMarkup(text) || /\bhtml\b/i.test(String(headers['content-type'] ?? ''));
