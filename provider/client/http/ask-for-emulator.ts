import { attempt as attemptOf } from '../../../contract/formats/attempt';
import type { ClientEnvironment } from '../environment';
import type { ClientSettings } from '../settings';
import { backoffMs, isPassing, isRetryable, retriesAfter } from './retry';
import type { HttpResponse, Transport } from './transport';

/** What an emulator calls itself in the response of its health endpoint. The request never contains it, so that no server can repeat it. */
const PRODUCT = 'coffer-emulator';

/**
 * Asks an address whether it is an emulator (D2), by one GET without the token. Undefined if it says so; otherwise what it responded, as the rest of a
 * sentence. Retries like any list, because an emulator may just be starting; rejects with the ClientError of the last attempt if nothing responds.
 */
export async function askForEmulator(
  transport: Pick<Transport, 'exchange'>,
  settings: ClientSettings,
  environment: ClientEnvironment,
): Promise<string | undefined> {
  const path = '/_emulator/health';
  const target = settings.baseUrl.pathname.replace(/\/+$/, '') + path;
  for (let attempt = 0; ; attempt += 1) {
    try {
      const response = await transport.exchange({ method: 'GET', target, path, attempt });
      if (productOf(response) === PRODUCT) return undefined;
      if (!isPassing(response.status) || attempt >= settings.maxRetries) return said(response);
    } catch (error) {
      if (!isRetryable('GET', error) || attempt >= retriesAfter(error, settings.maxRetries)) throw error;
    }
    await environment.sleep(backoffMs(attempt, settings, environment.random()));
  }
}

const productOf = ({ text }: HttpResponse): unknown =>
  (attemptOf(() => JSON.parse(text)) as { readonly product?: unknown } | null | undefined)?.product;

const said = ({ status }: HttpResponse): string =>
  status === 200 ? `status 200 without "product": "${PRODUCT}"` : `status ${status}`;
