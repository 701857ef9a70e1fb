/** Path prefix of the emulator's own calls, beside the interface of the service. */
export const CONTROL_PREFIX = '/_emulator';

export const PAGES_PREFIX = '/dashboard';

/** The dashboard's icon, which browsers look for here on pages that name none. */
export const ICON_PATH = '/favicon.ico';

/** What browsers and their tools ask for by themselves. */
const BROWSER_PATHS: ReadonlySet<string> = new Set([
  ICON_PATH,
  '/apple-touch-icon.png',
  '/apple-touch-icon-precomposed.png',
  '/.well-known/appspecific/com.chrome.devtools.json',
]);

/** The target of a request without a fragment, which is for browsers: clients that send one all the same mean what is before it. */
export function withoutFragment(target: string): string {
  const end = target.indexOf('#');
  return end < 0 ? target : target.slice(0, end);
}

/** Whether a path (without query) belongs to the control API. */
export function isControlPath(path: string): boolean {
  return path === CONTROL_PREFIX || path.startsWith(`${CONTROL_PREFIX}/`);
}

/** A request at the REST port. */
export interface OwnRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** Whether a request is not one to the service, but to the control API, for pages, or for what browsers look for. */
export function isOwn(request: OwnRequest): boolean {
  const path = String(request.url.split('?', 1)[0]);
  const isPage = path === PAGES_PREFIX || path.startsWith(`${PAGES_PREFIX}/`);
  return isControlPath(path) || isPage || BROWSER_PATHS.has(path) || isBrowserAtRoot(request);
}

/** Whether somebody typed the address of the REST port into a browser. Clients of the service ask for no HTML. */
export function isBrowserAtRoot({ method, url, headers: { accept = '' } }: OwnRequest): boolean {
  return method === 'GET' && /^\/(?:\?|$)/.test(url) && /\btext\/html\b/i.test(String(accept));
}
