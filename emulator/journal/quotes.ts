/** Texts in quotes that are our own, or name a region or a header. */
const OWN_QUOTE =
  /^(?:yyyyMMdd(?:'T'HHmmss'Z')?|s3|aws4_request|AWS4-HMAC-SHA256|[a-z]{2,3}-[a-z]+-\d|x-amz-[a-z0-9-]+)$/i;

/** A message of S3, which quotes what clients send, and that may be anything (E14): all from the first quote to the last is masked if any of it is. */
export function withoutQuotes(message: string): string {
  const quotes = [...message.matchAll(/(["'])(.*?)\1/g)].map(([, , text = '']) => text);
  return quotes.every((text) => OWN_QUOTE.test(text)) ? message : message.replace(/(["']).*["']/s, '$1…$1');
}
