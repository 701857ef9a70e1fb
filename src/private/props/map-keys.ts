import { Lazy, Tokenization } from 'cdktf';

/** A map whose keys stay as they are, such as names of HTTP headers: CDKTF makes keys snake case, but not those of values that are resolved later. */
export function keysAsTheyAre<T>(map: T): T {
  if (typeof map !== 'object' || map === null || Tokenization.isResolvable(map)) return map;
  return Lazy.anyValue({ produce: () => map }) as unknown as T;
}
