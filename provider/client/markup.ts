/** Whether a body is a page of markup, such as the login page of a proxy or the error page of a load balancer. */
export const isMarkup = (text: string): boolean => /^\s*</.test(text);
