import { expect, test } from 'vitest';
import { startEmulator } from '../support';

test('says that there is no dashboard yet', async () => {
  const { dashboardUrl } = await startEmulator();

  const response = await fetch(dashboardUrl);

  expect(response.status).toBe(501);
  expect(await response.text()).toBe('The emulator has no dashboard yet.\n');
});
