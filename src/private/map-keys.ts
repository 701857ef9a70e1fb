import { Lazy, Tokenization } from 'cdktf';

/**
 * A map whose keys stay as they are. The synthesis of CDKTF writes keys in snake case, which makes other HTTP headers of the names of
 * headers; what is resolved later it leaves alone.
 */
export function keysAsTheyAre<T>(map: T): T {
  if (typeof map !== 'object' || map === null || Tokenization.isResolvable(map)) return map;
  return Lazy.anyValue({ produce: () => map }) as unknown as T;
}
