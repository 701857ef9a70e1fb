import { beforeEach, onTestFinished, vi } from 'vitest';
import type { Emulator, Project } from '../../../../../emulator';
import { useEmulator } from '../../../../../emulator/testing/vitest';
import { Host, type HostOptions } from '../../../../support/host';

/** A project of an emulator, and a provider configured for it. */
export interface Bench {
  readonly emulator: Emulator;
  readonly project: Project;
  readonly host: Host;
  /** Starts another provider, which shares no reads with the previous ones. */
  start(options?: HostOptions): Promise<Host>;
  /** Continues with another provider. */
  restart(options?: HostOptions): Promise<void>;
  /** Access keys of the project. */
  keys(): ReturnType<Emulator['inspect']['accessKeys']>;
  /** Secrets of the project. */
  secrets(): ReturnType<Emulator['inspect']['secrets']>;
}

/** One emulator for all tests of a file. Each test has its own project and provider, with the options that `makeOptions` returns. */
export function shareBench(makeOptions: () => HostOptions = () => ({})): Bench {
  const emulator = useEmulator();
  let project: Project;
  let host: Host;
  let common: HostOptions;
  const start = (options: HostOptions = {}) =>
    Host.start({ baseUrl: emulator.baseUrl, ...project }, { ...common, ...options });
  beforeEach(async () => {
    project = emulator.newProject();
    common = makeOptions();
    host = await start();
  });
  return {
    get emulator() {
      return emulator;
    },
    get project() {
      return project;
    },
    get host() {
      return host;
    },
    start,
    async restart(options) {
      host = await start(options);
    },
    keys: () => emulator.inspect.accessKeys().filter(({ projectId }) => projectId === project.projectId),
    secrets: () => emulator.inspect.secrets().filter(({ projectId }) => projectId === project.projectId),
  };
}

/** Ids of two buckets, created for each test. */
export function shareBuckets(bench: Bench): readonly string[] {
  const ids: string[] = [];
  beforeEach(async () => {
    ids.length = 0;
    for (const description of ['one', 'two']) {
      const { kept } = await bench.host.apply('coffer_bucket', { max_size: 1000, description });
      ids.push(String(kept?.state.id));
    }
  });
  return ids;
}

/** The response that is awaited for 30 seconds after an interruption is given up at once. */
export function awaitNoResponse(): void {
  const { timeout } = AbortSignal;
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout.call(AbortSignal, ms === 30_000 ? 0 : ms));
  onTestFinished(() => void vi.restoreAllMocks());
}

/** Diagnostics as `severity: summary`. */
export const summaries = (diagnostics: readonly { severity: string; summary: string }[]) =>
  diagnostics.map(({ severity, summary }) => `${severity}: ${summary}`);
