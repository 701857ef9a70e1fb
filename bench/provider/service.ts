import type { Figures } from '../report/figures';
import { converse, startServer, type Target } from '../support/server';
import type { Driver } from './contender';
import type { Calls, Question, ServiceResponse } from './emulator-program';

/** A server for a provider, in a separate process. It counts requests and can be slow. */
export interface Service extends AsyncDisposable, Target {
  /** Adds this delay to every request from now on. */
  delay(ms: number): Promise<unknown>;
  /** The calls since the previous `takeCalls`. */
  takeCalls(): Promise<Calls>;
}

/** Starts a fresh, empty server. */
export type StartService = () => Promise<Service>;

/** What the measures of one run share. */
export interface Run {
  readonly drivers: readonly Driver[];
  readonly startService: StartService;
  readonly figures: Figures;
}

export function standInService(executable: string): StartService {
  const [token, projectId] = ['coffer-token', 'coffer-project'];
  return async () => {
    const flags = ['--port', '0', '--token', token, '--project', projectId];
    const server = await startServer([executable, ...flags], /^http/);
    const baseUrl = server.said;
    return {
      baseUrl,
      token,
      projectId,
      delay: (ms) => ask(`${baseUrl}/_latency?d=${ms}ms`, 'POST'),
      takeCalls: async () => {
        const { by_route: calls } = (await (await ask(`${baseUrl}/_count`, 'GET')).json()) as { by_route: Calls };
        await ask(`${baseUrl}/_count/reset`, 'POST');
        return calls;
      },
      [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
    };
  };
}

/** Our own emulator, the server where there is no Go. */
export const emulatorService: StartService = async () => {
  const conversation = converse<Question, ServiceResponse>('provider/emulator-program.ts');
  const { calls: _, ...target } = await conversation.exchange({});
  return {
    ...target,
    delay: (delayMs) => conversation.exchange({ delayMs }),
    takeCalls: async () => (await conversation.exchange({})).calls,
    [Symbol.asyncDispose]: () => conversation[Symbol.asyncDispose](),
  };
};

async function ask(url: string, method: 'GET' | 'POST'): Promise<Response> {
  const response = await fetch(url, { method });
  if (!response.ok) throw new Error(`${method} ${new URL(url).pathname} of the stand-in answered ${response.status}.`);
  return response;
}
