import { SharedList } from '../../../../../provider/client/lists/shared-list';
import { TestTime } from '../story-parts';

interface Item {
  readonly id: string;
}

/** A shared list whose fetches the test completes by hand. */
export function handFed(confirmationMs = 4_000) {
  const time = new TestTime();
  const fetches: { response: (...ids: string[]) => void; fail: (error: Error) => void; signal: AbortSignal }[] = [];
  const list = new SharedList<Item>(
    time,
    (begun, signal) =>
      new Promise((resolve, reject) => {
        begun();
        fetches.push({
          response: (...ids) =>
            resolve({ records: ids.map((id) => ({ id })), odd: [], tombstones: new Set(), notices: [] }),
          fail: reject,
          signal,
        });
        signal.addEventListener('abort', () => reject(new Error('aborted')));
      }),
    () => new Error('cancelled'),
    confirmationMs,
  );
  const fetched = async (index: number) => {
    while (fetches[index] === undefined) await new Promise((resolve) => setImmediate(resolve));
    return fetches[index];
  };
  return { list, time, fetches, fetched };
}

/** The ids of a list, in its order. */
export const idsOf = async (listing: Promise<{ records: readonly Item[] }>) =>
  (await listing).records.map(({ id }) => id);
