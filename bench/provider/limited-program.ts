/** A service with a rate limit as a process: started by `measureLimits`. Responds to each message with what it has received. */
import { setTimeout } from 'node:timers/promises';
import { startLimitedService, tallyOf } from '../../scripts/support/limited-service';
import { slidingWindow } from '../../scripts/support/rate-limits';

export interface LimitResponse {
  readonly url: string;
  readonly tally: ReturnType<typeof tallyOf>;
}

const LATENCY_MS = 20;

void serve();

async function serve(): Promise<void> {
  const [perSecond, retryAfter = ''] = process.argv.slice(2);
  const service = startLimitedService({
    limitOf: () => slidingWindow(Number(perSecond), 1_000),
    retryAfter: () => retryAfter,
    now: () => performance.now(),
    delay: () => setTimeout(LATENCY_MS),
  });
  process.on('message', async () => {
    const { url, requests } = await service;
    process.send?.({ url, tally: tallyOf(requests) } satisfies LimitResponse);
  });
}
