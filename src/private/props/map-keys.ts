import { Lazy, Tokenization } from 'cdktf';

/**
 * A map whose keys stay unchanged. The synthesis of CDKTF converts keys to snake case, which would change the names of HTTP
 * headers; it does not convert values that are resolved later.
 */
export function keysAsTheyAre<T>(map: T): T {
  if (typeof map !== 'object' || map === null || Tokenization.isResolvable(map)) return map;
  return Lazy.anyValue({ produce: () => map }) as unknown as T;
}
