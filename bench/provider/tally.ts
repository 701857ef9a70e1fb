import type { Counted } from '../support/limited-service';
import type { Tally } from './messages';

/** Sums up the requests of a limited service. */
export function tallyOf(requests: readonly Counted[]): Tally {
  const accepted = (wanted: string) =>
    requests.filter(({ method, isAccepted }) => isAccepted && method === wanted).length;
  const [first, last] = [requests.at(0), requests.at(-1)];
  return {
    posts: accepted('POST'),
    lists: accepted('GET'),
    rejected: requests.filter(({ isAccepted }) => !isAccepted).length,
    seconds: first && last ? (last.atMs - first.atMs) / 1_000 : 0,
  };
}
