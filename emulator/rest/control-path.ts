/** Path prefix of the emulator's own calls, beside the interface of the service. */
export const CONTROL_PREFIX = '/_emulator';

/** Path of the metrics for Prometheus. */
export const METRICS_PATH = '/metrics';

/** Path prefix of the dashboard's pages. */
const PAGES_PREFIX = '/dashboard';

/** Whether a path (without query) belongs to the control API. */
export function isControlPath(path: string): boolean {
  return path === CONTROL_PREFIX || path.startsWith(`${CONTROL_PREFIX}/`);
}

/** Whether a request to this path is not one to the service: calls of the control API, metrics, and dashboard pages. */
export function isOwnPath(path: string): boolean {
  return isControlPath(path) || path === METRICS_PATH || path === PAGES_PREFIX || path.startsWith(`${PAGES_PREFIX}/`);
}
