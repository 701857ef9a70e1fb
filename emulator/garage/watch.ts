import type { AdminApi, ClusterHealth, ClusterNode } from './admin-api';
import { describe } from './queue';
import { TimeUp, within } from './within';

/** The cluster as it was at a time, in real milliseconds. */
export interface SeenCluster {
  readonly at: number;
  readonly health: ClusterHealth;
  readonly nodes: readonly ClusterNode[];
}

/** What is known of the cluster now. */
export interface ClusterLook {
  /** Undefined: it has not been seen yet. */
  readonly seen: SeenCluster | undefined;
  /** Why it could not be seen just now; undefined: it could. */
  readonly trouble: string | undefined;
}

/** Two calls of some 40 ms: whoever keeps a page open does not cost the cluster more than that every few seconds. */
const FRESH_MS = 5_000;
/** So long somebody waits who wants to look; a call to a frozen node takes longer. */
const TIME_LIMIT_MS = 1_500;

/** Looks at the cluster when somebody wants to know how it is, and keeps what was seen last. */
export class Watch {
  #seen: SeenCluster | undefined;
  #trouble: string | undefined;
  #looking: Promise<void> | undefined;

  constructor(
    private readonly api: Pick<AdminApi, 'health' | 'status'>,
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
      const [health, { nodes }] = await Promise.all([this.api.health(), this.api.status()]);
      this.#seen = { at: this.realNow(), health, nodes };
      this.#trouble = undefined;
    } catch (error) {
      this.#trouble = describe(error);
    }
  }
}
