import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { inRoot } from '../../scripts/support/paths';

/** A program of this folder in a process of its own. */
export interface Conversation<Question, Response> {
  /** Sends a question and waits for the response; one at a time. */
  readonly exchange: (question: Question) => Promise<Response>;
  /** Ends the process. */
  readonly dispose: () => Promise<void>;
}

/** Starts a program that responds to each message with one. */
export function converse<Question extends object, Response>(program: string): Conversation<Question, Response> {
  const child = fork(inRoot('bench', 'provider', program), { execArgv: ['--import', 'tsx'] });
  return {
    exchange: async (question) => {
      child.send(question);
      return (await once(child, 'message'))[0] as Response;
    },
    dispose: () => end(child),
  };
}

/** Kills a process and waits for its end. */
export async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
