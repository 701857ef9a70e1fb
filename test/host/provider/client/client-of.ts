import { onTestFinished } from 'vitest';
import { Client, type ClientSettings } from '../../../../provider/client';
import { settingsFor, TestTime } from './fixture';

/** A client for this address, with a token, on a clock of its own, closed when the test ends. */
export function clientOf(baseUrl: string, settings: Partial<ClientSettings> = {}, time = new TestTime()): Client {
  const client = new Client({ ...settingsFor(baseUrl, 'token-1', time), ...settings });
  onTestFinished(() => client.close());
  return client;
}
