/** Where the emulator's own calls live, beside the interface of the service. */
export const CONTROL_PREFIX = '/_emulator';

/** Whether a path (without query) is one of the emulator's own. */
export function isControlPath(path: string): boolean {
  return path === CONTROL_PREFIX || path.startsWith(`${CONTROL_PREFIX}/`);
}
