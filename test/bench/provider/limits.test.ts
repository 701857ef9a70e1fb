import { expect, test } from 'vitest';
import type { Driver } from '../../../bench/provider/contender';
import { measureLimits } from '../../../bench/provider/limits';
import { emulatorService } from '../../../bench/provider/service';
import { Figures } from '../../../bench/report/figures';

test('the builtin provider, which takes part in a comparison with an earlier build, meets no rate limit', async () => {
  const builtin = { label: 'builtin', installation: undefined } as Driver;
  const figures = new Figures([builtin.label]);

  await measureLimits({ drivers: [builtin], startService: emulatorService, figures }, 1);

  expect(figures.rows()).toEqual([]);
});
