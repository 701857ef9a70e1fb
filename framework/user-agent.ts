import type { Diagnostics } from './diagnostic';
import type { Variables } from './from-environment';

const VARIABLE = 'TF_APPEND_USER_AGENT';

/** What `TF_APPEND_USER_AGENT` adds to the User-Agent header, as in other providers; undefined for nothing. */
export function appendedUserAgent(env: Variables, diagnostics: Diagnostics): string | undefined {
  const text = env[VARIABLE]?.trim() ?? '';
  if (text === '' || /^[\t\x20-\x7e]+$/.test(text)) return text || undefined;
  diagnostics.error(
    `Invalid ${VARIABLE}`,
    `The environment variable ${VARIABLE} holds a line break or another character that HTTP does not allow in a header. Correct or unset it.`,
  );
  return undefined;
}
