/** Where the emulator's own calls live, beside the interface of the service. */
export const CONTROL_PREFIX = '/_emulator';

/** Where Prometheus looks. */
export const METRICS_PATH = '/metrics';

/** Where pages for people are. */
const PAGES_PREFIX = '/dashboard';

/** Whether a path (without query) is one of the emulator's own. */
export function isControlPath(path: string): boolean {
  return path === CONTROL_PREFIX || path.startsWith(`${CONTROL_PREFIX}/`);
}

/** Whether a request to this path is none of the service's: calls of the control API, figures, and pages for people. */
export function isOwnPath(path: string): boolean {
  return isControlPath(path) || path === METRICS_PATH || path === PAGES_PREFIX || path.startsWith(`${PAGES_PREFIX}/`);
}
