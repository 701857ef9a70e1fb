import { expect, test } from 'vitest';
import { realEnvironment } from '../../../../../provider/client/environment';
import { withGrace } from '../../../../../provider/client/http/after-abort';

test('P43: what must be done is done during a pause with a fraction of a millisecond, as a backoff has it', async () => {
  const surroundings = { environment: realEnvironment, pausedMs: 0.25 };

  const done = withGrace(surroundings, AbortSignal.abort(), async (_signal, limitMs) => limitMs);

  expect(await done).toBe(5_000.25);
});
