/** Where the emulator's own calls live, beside the interface of the service. */
export const CONTROL_PREFIX = '/_emulator';

/** Where pages for people are. */
const PAGES_PREFIX = '/dashboard';

/** Whether a path (without query) is one of the emulator's own. */
export function isControlPath(path: string): boolean {
  return path === CONTROL_PREFIX || path.startsWith(`${CONTROL_PREFIX}/`);
}

/** Whether a request to this path is none of the service's: calls of the control API, and pages for people. */
export function isOwnPath(path: string): boolean {
  return isControlPath(path) || path === PAGES_PREFIX || path.startsWith(`${PAGES_PREFIX}/`);
}
