import { createHash } from 'node:crypto';
import { BROWSER_CODE } from './browser-code';

/** The script of every page, made of `browser/`. */
export const SCRIPT = BROWSER_CODE;

/** Its path below the dashboard, which changes with its text. */
export const SCRIPT_PATH = `/script-${createHash('sha256').update(SCRIPT).digest('hex').slice(0, 12)}.js`;
