/** The content security policy: our own stylesheet, forms to ourselves, no frames. */
const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** The policy of pages with our own script. No stored file can act as a script, because files are sent without a type. */
export const SCRIPTED_POLICY = `${POLICY}; script-src 'self'; connect-src 'self'`;

/** Headers of every page. Browsers and proxies store nothing of it. */
export const PAGE_HEADERS = {
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  // With "no-referrer" browsers send "Origin: null", and the origin of a form could not be checked.
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
} as const;

/** Headers of a stored file. Browsers save it, and neither show it nor run anything in it, whatever its type. */
export const FILE_HEADERS = {
  'content-type': 'application/octet-stream',
  'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
} as const;
