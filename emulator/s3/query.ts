/** Parameters of a request's URL: decoded, in the order in which they were sent, repeated ones included. */
export type QueryPairs = readonly (readonly [name: string, value: string])[];

/** Parses the text after the question mark. `+` is a space, as in S3. Throws a `URIError` for a broken percent-encoding. */
export function parseQuery(text: string): QueryPairs {
  const pairs: (readonly [string, string])[] = [];
  for (const part of text.split('&')) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    if (equals < 0) pairs.push([decode(part), '']);
    else pairs.push([decode(part.slice(0, equals)), decode(part.slice(equals + 1))]);
  }
  return pairs;
}

/** The first value of a parameter, or undefined if it was not sent. */
export function parameter(query: QueryPairs, name: string): string | undefined {
  for (const pair of query) if (pair[0] === name) return pair[1];
  return undefined;
}

function decode(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  return spaced.includes('%') ? decodeURIComponent(spaced) : spaced;
}
