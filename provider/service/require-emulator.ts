import { type Diagnostics, path, type Variables } from '../../framework';
import type { Client } from '../client';

/** The name of the variable. There is no argument for it, because a configuration must not be able to turn off what a pipeline demands. */
export const REQUIRE_EMULATOR = 'COFFER_REQUIRE_EMULATOR';

/** True if only an emulator may be talked to (D2). Reports a value that says neither yes nor no, and then is true. */
export function requiresEmulator(env: Variables, diagnostics: Diagnostics): boolean {
  const text = env[REQUIRE_EMULATOR] ?? '';
  if (['', '0', 'false'].includes(text)) return false;
  if (!['1', 'true'].includes(text)) {
    const detail = `It must be 1 or true, or 0 or false, got ${JSON.stringify(text)}. Correct or unset the variable.`;
    diagnostics.error(`Invalid ${REQUIRE_EMULATOR}`, detail);
  }
  return true;
}

/** True if the address is an emulator's; otherwise reports it. Nothing else has been sent to it, and no token. Rejects like `askForEmulator`. */
export async function checkEmulator(
  client: Pick<Client, 'askForEmulator' | 'settings'>,
  diagnostics: Diagnostics,
): Promise<boolean> {
  const said = await client.askForEmulator();
  if (said === undefined) return true;
  const { origin, pathname } = client.settings.baseUrl;
  const address = JSON.stringify(origin + pathname.replace(/\/+$/, ''));
  diagnostics.error(
    `${address} is not an emulator`,
    `${REQUIRE_EMULATOR} is set, so that this run cannot change a real service. The provider asked the address for its path /_emulator/health, without the ` +
      `token, and the response was ${said}. Nothing was read or changed. Set base_url, or COFFER_BASE_URL, to the address of an emulator; if the real ` +
      `service is meant, unset ${REQUIRE_EMULATOR}.`,
    path('base_url'),
  );
  return false;
}
