/** A service with a rate limit as a process with requests over IPC: started by `measureLimits`. */
import { setTimeout } from 'node:timers/promises';
import { startLimitedService } from '../support/limited-service';
import { slidingWindow } from '../support/rate-limits';
import type { LimitQuestion, LimitResponse } from './messages';
import { tallyOf } from './tally';

const LATENCY_MS = 20;

void serve();

async function serve(): Promise<void> {
  let service: ReturnType<typeof startLimitedService> | undefined;
  const start = ({ perSecond, retryAfter }: LimitQuestion & { kind: 'start' }) =>
    startLimitedService({
      limitOf: () => slidingWindow(perSecond, 1_000),
      retryAfter: () => retryAfter,
      now: () => performance.now(),
      delay: () => setTimeout(LATENCY_MS),
    });
  process.on('message', async (message) => {
    const question = message as LimitQuestion;
    if (question.kind === 'start') service = start(question);
    if (service === undefined) throw new Error('A limited service is started first.');
    const { url, requests } = await service;
    process.send?.({ url, tally: tallyOf(requests) } satisfies LimitResponse);
  });
}
