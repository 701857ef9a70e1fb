/** Rate limits as services have them. Each says whether a request at a moment is within the limit, and if not, for how long it asks to wait. */

/** How long lists may serve creates, in seconds (P5). */
export const LIST_S = 5;

/** How long so many creates of each pipeline take at a limit that all share, with the lists that each needs, in seconds. */
export function idealSeconds(perSecond: number, count: number, pipelines: number): number {
  let seconds = 0;
  for (let lists = 1; lists * LIST_S * pipelines < count * pipelines * LIST_S; lists += 1) {
    seconds = ((count + lists) * pipelines) / perSecond;
    if (seconds <= lists * LIST_S) break;
  }
  return seconds;
}

/** The limit of a token. Called for each request; returns 0 if the request is accepted, or the milliseconds until one would be. */
export type Limit = (nowMs: number) => number;

/** `most` in any stretch of `windowMs`. `rejectedCount`: rejected requests use it up, too. */
export function slidingWindow(most: number, windowMs: number, rejectedCount = false): Limit {
  let taken: number[] = [];
  return (nowMs) => {
    taken = taken.filter((atMs) => atMs > nowMs - windowMs);
    const isFull = taken.length >= most;
    if (!isFull || rejectedCount) taken.push(nowMs);
    return isFull ? (taken.at(-most) ?? nowMs) + windowMs - nowMs : 0;
  };
}
