import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { converse, end } from './converse';
import type { Calls, Question, ServiceResponse } from './messages';

/** A server for a provider, in a separate process. It counts requests and can be slow. */
export interface Service extends AsyncDisposable {
  readonly url: string;
  readonly token: string;
  readonly projectId: string;
  /** Adds this delay to every request from now on. */
  delay(ms: number): Promise<void>;
  /** The calls since the previous `takeCalls`. */
  takeCalls(): Promise<Calls>;
}

/** Starts a fresh, empty server. */
export type StartService = () => Promise<Service>;

/** The stand-in of the Go peer. */
export function standInService(executable: string): StartService {
  const [token, projectId] = ['coffer-token', 'coffer-project'];
  return async () => {
    const child = spawn(executable, ['--port', '0', '--token', token, '--project', projectId], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = await once(createInterface({ input: child.stdout }), 'line');
    const url = String(line);
    return {
      url,
      token,
      projectId,
      delay: async (ms) => {
        await ask(`${url}/_latency?d=${ms}ms`, 'POST');
      },
      takeCalls: async () => {
        const { by_route: calls } = (await (await ask(`${url}/_count`, 'GET')).json()) as { by_route: Calls };
        await ask(`${url}/_count/reset`, 'POST');
        return calls;
      },
      [Symbol.asyncDispose]: () => end(child),
    };
  };
}

/** Our own emulator, the server where there is no Go. */
export const emulatorService: StartService = async () => {
  const { exchange, dispose } = converse<Question, ServiceResponse>('emulator-program.ts');
  const { url, token, projectId } = await exchange({ kind: 'start' });
  return {
    url,
    token,
    projectId,
    delay: async (ms) => {
      await exchange({ kind: 'delay', ms });
    },
    takeCalls: async () => (await exchange({ kind: 'calls' })).calls,
    [Symbol.asyncDispose]: dispose,
  };
};

async function ask(url: string, method: 'GET' | 'POST'): Promise<Response> {
  const response = await fetch(url, { method });
  if (!response.ok) throw new Error(`${method} ${new URL(url).pathname} of the stand-in answered ${response.status}.`);
  return response;
}
