import { onTestFinished } from 'vitest';
import { Emulator } from '../../../../emulator';
import type { EmulatorOptions } from '../../../../emulator/options/options';
import { Client, type ClientSettings } from '../../../../provider/client';
import type { Admission, Applicant } from '../../../../provider/client/http/admission';
import { settingsFor, TestTime } from '../../../unit/provider/client/story-parts';

export { bytes, failureOf, settingsFor, TestTime } from '../../../unit/provider/client/story-parts';

/** A warning from a call. */
export interface Warning {
  readonly summary: string;
  readonly detail: string;
}

/** An emulator, a client of it, and what tests inspect of both. Everything is closed when the test ends. */
export async function startService(
  options: EmulatorOptions = {},
  settings: Partial<ClientSettings> | ((usual: ClientSettings) => Partial<ClientSettings>) = {},
) {
  const emulator = await Emulator.start(options);
  const time = new TestTime((ms) => emulator.clock.advance(ms));
  const usual = settingsFor(emulator.baseUrl, emulator.token, time);
  const client = new Client({ ...usual, ...(typeof settings === 'function' ? settings(usual) : settings) });
  onTestFinished(async () => {
    await client.close();
    await emulator.stop();
  });
  const warnings: Warning[] = [];
  const call = { warn: (summary: string, detail: string) => warnings.push({ summary, detail }) };
  return { emulator, client, time, warnings, call, projectId: emulator.projectId };
}

/** The error of an applicant that would have to wait until then. */
export const tooLong = (untilMs: number) => new Error(`too long: ${untilMs}`);

/** Settles like the work, which gets the number of its run, in a turn. */
export async function inTurn<R>(admission: Admission, work: (run: number) => Promise<R>, one: Applicant): Promise<R> {
  const run = await admission.enter(one);
  try {
    return await work(run);
  } finally {
    admission.leave();
  }
}

/** Applies for admission, with all the time there is. */
export const applicant = (more: Partial<Applicant> = {}): Applicant => ({ latestMs: Infinity, tooLong, ...more });

/** A second client of the same service: another writer, who asks for names that lists show, too. */
export function otherClient(emulator: Emulator): Client {
  const usual = settingsFor(emulator.baseUrl, emulator.token, new TestTime());
  const client = new Client({ ...usual, allowForeignProject: true });
  onTestFinished(() => client.close());
  return client;
}
