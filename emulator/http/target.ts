/**
 * The target of a request without a fragment, which is for browsers: clients that send one all the same mean what is before it, and what
 * is after it is nobody's to keep.
 */
export function withoutFragment(target: string): string {
  const end = target.indexOf('#');
  return end < 0 ? target : target.slice(0, end);
}
