import { onTestFinished } from 'vitest';
import { Client, type ClientSettings } from '../../../provider/client';
import { settingsFor, TestTime } from './fixture';

/** A client for this address, with a token, closed when the test ends. */
export function clientOf(baseUrl: string, settings: Partial<ClientSettings> = {}): Client {
  const client = new Client({ ...settingsFor(baseUrl, 'token-1', new TestTime()), ...settings });
  onTestFinished(() => client.close());
  return client;
}
