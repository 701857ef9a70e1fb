import type { Validator } from '../../framework';

/** Headers that the provider writes itself, or that belong to the connection. */
const RESERVED: readonly string[] = [
  ...['accept', 'accept-encoding', 'authorization', 'content-encoding', 'content-length', 'content-type', 'expect'],
  ...['host', 'idempotency-key', 'proxy-authorization', 'range', 'user-agent'],
  ...['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade'],
];

/** Validates further HTTP headers, more strictly than RFC 9110, section 5. Messages quote no values, and names only if they are valid. */
export const httpHeaders = (): Validator<Readonly<Record<string, unknown>>> => (headers, path, diagnostics) => {
  const report = (problem: string) => diagnostics.error('Invalid value', problem, path);
  const seen = new Set<string>();
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)) {
      report(
        'One of the headers has a name that HTTP does not allow. Write names without colons and spaces, such as X-Gateway-Key.',
      );
      continue;
    }
    const lower = name.toLowerCase();
    if (RESERVED.includes(lower))
      report(`The provider sets the header ${name} itself. ${INSTEAD[lower] ?? 'Leave it out.'}`);
    if (seen.has(lower)) report(`The header ${name} is given twice: names of headers are not case-sensitive.`);
    seen.add(lower);
    const problem = problemOf(value);
    if (problem !== undefined) report(`The value of the header ${name} ${problem}`);
  }
};

const INSTEAD: Readonly<Record<string, string>> = {
  authorization: 'Give the token in token, token_file or their environment variables.',
  'proxy-authorization': 'Give user name and password in HTTPS_PROXY or HTTP_PROXY.',
  'user-agent': 'Add to it with the environment variable TF_APPEND_USER_AGENT.',
};

function problemOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '') return 'is null or empty. Leave the header out, or give it a value.';
  if (/^\s|\s$/.test(value)) return 'begins or ends with a space or a line break. Use trimspace(…).';
  if (!/^[\t\x20-\x7e]*$/.test(value)) return 'holds a line break or another character that HTTP does not allow.';
  return undefined;
}
