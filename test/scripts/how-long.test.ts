import { join } from 'node:path';
import { expect, it } from 'vitest';
import { scripts } from '../../package.json';
import { howLong, keepTime, lastTime } from '../../scripts/support/how-long';
import { temporaryFolder } from '../support/temporary-folder';

it.each([
  [
    undefined,
    2,
    'All tests: about 15 minutes on 2 cores; the first run also makes what they need. This machine has 2 cores.',
  ],
  [{ minutes: 1, cores: 1 }, 8, 'All tests: the last run took 1 minute on 1 core. This machine has 8 cores.'],
  [{ minutes: 12, cores: 8 }, 1, 'All tests: the last run took 12 minutes on 8 cores. This machine has 1 core.'],
] as const)('says after a run of %j, on %i cores: %s', (last, cores, sentence) => {
  expect(howLong('sample', last, cores)).toBe(`${sentence} For a first impression, use npm run test:quick.`);
});

it('keeps the time of a run for the next one', () => {
  const folder = temporaryFolder();
  const file = join(folder, 'build/test-time.json');

  const before = lastTime('sample', file);
  keepTime('sample', { minutes: 12, cores: 8 }, file);

  expect([before, lastTime('sample', file)]).toEqual([undefined, { minutes: 12, cores: 8 }]);
});

it('is what `npm test` says, and `npm run test:full`, which takes longer', () => {
  expect([scripts.test, scripts['test:full']]).toEqual(['tsx scripts/test.ts', 'tsx scripts/test.ts --full']);
  expect(howLong('full', undefined, 2)).toContain('All tests: about 120 minutes on 2 cores;');
});
