import { onTestFinished } from 'vitest';
import { type Json, parseJson, stringifyJson } from '../../../contract/formats/json';
import { Emulator, type EmulatorOptions } from '../../../emulator';
import { checkResponse } from './conformance';

export { temporaryFolder } from '../../unit/support/temporary-folder';

/** A response as a client sees it. */
export interface Received {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; undefined when there is none or it is not JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read freely what the dialect under test sent
  readonly json: any;
}

/** Sends requests to one emulator. */
export type Send = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string | undefined>,
) => Promise<Received>;

/** An emulator that is stopped when the test ends. */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const emulator = await Emulator.start(options);
  onTestFinished(() => emulator.stop());
  return emulator;
}

/**
 * A client with the emulator's token. A string or Buffer body is sent as it is, anything else as JSON.
 *
 * Every response has to be as the OpenAPI document of the running dialect has it, unless a fault makes it otherwise.
 */
export function clientOf(emulator: Pick<Emulator, 'baseUrl'>, token: string): Send {
  return async (method, path, body, headers = {}) => {
    const all = {
      authorization: `Bearer ${token}`,
      'content-type': body === undefined ? undefined : 'application/json',
      ...headers,
    };
    const sent = Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== undefined);
    const raw = typeof body === 'string' || body instanceof Uint8Array;
    const before = emulator instanceof Emulator ? knobsOf(emulator) : undefined;
    const response = await fetch(emulator.baseUrl + path, {
      method,
      headers: sent,
      ...(body !== undefined && { body: raw ? (body as string) : stringifyJson(body) }),
    });
    const text = await response.text();
    if (emulator instanceof Emulator && before !== undefined && before === knobsOf(emulator)) {
      const [plain = ''] = path.split('?');
      const answered = { status: response.status, contentType: response.headers.get('content-type'), text };
      const problems = isOfService(plain) ? checkResponse(emulator.settings.read().knobs, method, plain, answered) : [];
      if (problems.length > 0) throw new Error(`${method} ${plain}, ${response.status}: ${problems.join('; ')}`);
    }
    return { status: response.status, headers: response.headers, text, json: tryParse(text) };
  };
}

/** An emulator and a client for it. */
export async function start(
  options: EmulatorOptions = {},
): Promise<{ emulator: Emulator; send: Send; project: string }> {
  const emulator = await startEmulator(options);
  return { emulator, send: clientOf(emulator, emulator.token), project: emulator.projectId };
}

/** Base64 of a text, as values go over the wire. */
export const base64 = (text: string) => Buffer.from(text).toString('base64');

/** Knobs as one text; undefined while a fault may respond in the emulator's place. */
function knobsOf({ settings, faults }: Emulator): string | undefined {
  return faults.list().length > 0 ? undefined : JSON.stringify(settings.read().knobs);
}

/** Whether a path belongs to the service, and not to what is the emulator's own. */
function isOfService(path: string): boolean {
  return !/^\/(?:_emulator|dashboard|openapi\.json|docs)(?:\/|$)/.test(path);
}

function tryParse(text: string): Json | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
