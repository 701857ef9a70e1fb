import type { Diagnostics } from './diagnostic';
import type { Variables } from './from-environment';

const VARIABLE = 'TF_APPEND_USER_AGENT';

/**
 * Returns the trimmed `TF_APPEND_USER_AGENT`, or undefined if it is empty. If it contains anything other than tabs and printable ASCII, adds an
 * error that does not quote it and returns undefined.
 */
export function appendedUserAgent(env: Variables, diagnostics: Diagnostics): string | undefined {
  const text = env[VARIABLE]?.trim() ?? '';
  if (text === '' || /^[\t\x20-\x7e]+$/.test(text)) return text || undefined;
  diagnostics.error(
    `Invalid ${VARIABLE}`,
    `The environment variable ${VARIABLE} holds a line break or another character that is neither a tab nor printable ASCII. Correct or unset it.`,
  );
  return undefined;
}
