import type { ClusterLook, SeenCluster } from '../domain/cluster';
import type { AdminClient } from './admin-client';
import { describe } from './queue';
import { TimeUp, within } from './time-limit';

/** Each refresh costs two calls of about 40 ms, so an open page refreshes only every few seconds. */
const FRESH_MS = 5_000;
/** Longest wait for a look; a call to a frozen node takes longer. */
const TIME_LIMIT_MS = 1_500;

/** Reads the cluster's status on request, and keeps the last one read. */
export class Watch {
  #seen: SeenCluster | undefined;
  #trouble: string | undefined;
  #looking: Promise<void> | undefined;

  constructor(
    private readonly api: Pick<AdminClient, 'health' | 'status'>,
    private readonly realNow: () => number,
  ) {}

  async look(): Promise<ClusterLook> {
    if (this.#seen && this.#trouble === undefined && this.realNow() - this.#seen.at < FRESH_MS) {
      return { seen: this.#seen, trouble: undefined };
    }
    this.#looking ??= this.#ask().finally(() => {
      this.#looking = undefined;
    });
    try {
      await within(this.#looking, TIME_LIMIT_MS);
    } catch (error) {
      if (!(error instanceof TimeUp)) throw error;
      return { seen: this.#seen, trouble: this.#trouble ?? 'it has not responded yet' };
    }
    return { seen: this.#seen, trouble: this.#trouble };
  }

  async #ask(): Promise<void> {
    try {
      const [health, nodes] = await Promise.all([this.api.health(), this.api.status()]);
      this.#seen = { at: this.realNow(), health, nodes };
      this.#trouble = undefined;
    } catch (error) {
      this.#trouble = describe(error);
    }
  }
}
