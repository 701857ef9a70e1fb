import { expect, test } from 'vitest';
import { withGrace } from '../../../provider/client/after-abort';
import { realEnvironment } from '../../../provider/client/environment';

test('P43: what must be done is done during a pause with a fraction of a millisecond, as a backoff has it', async () => {
  const surroundings = { environment: realEnvironment, pausedMs: 0.25 };

  const done = withGrace(surroundings, AbortSignal.abort(), async (_signal, limitMs) => limitMs);

  expect(await done).toBe(5_000.25);
});
