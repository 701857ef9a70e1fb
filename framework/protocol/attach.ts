import { writeSync } from 'node:fs';
import type { Attached, Environment, ProviderNames } from '../provider';
import type { Address } from './address';
import { AttachedHosts } from './attached-hosts';
import type { Connections } from './connections';
import type { Lifetime } from './lifetime';
import { print } from './print';
import { Processes } from './processes';
import { REATTACH_VARIABLE, reattachValue } from './reattach';
import { supervise } from './supervise';

/** Exit code if the command cannot be run: that of shells for one that does not exist. */
const NOT_RUN = 127;

const usage = ({ environmentPrefix = '' }: ProviderNames) =>
  `The provider reads the environment and the folder of attach, not those of the command: set ${environmentPrefix && `${environmentPrefix}… `}variables before it.

attach runs a command and keeps one provider for every terraform or tofu in it:

  attach -- terraform plan
  attach -- sh -c 'terraform plan -out=plan && terraform apply plan'

Neither the provider's start nor the check of its package is paid again each time. Its exit code is the command's. A signal
is passed on to what the command runs. It ends when the command has ended and no terraform or tofu is connected.
`;

/** Parses the arguments: a command, with or without `--` before it; or what is wrong with them. */
function readArguments(args: readonly string[]): readonly [string, ...string[]] | string {
  const isMarked = args[0] === '--';
  const [program, ...rest] = isMarked ? args.slice(1) : args;
  if (program === undefined) return 'There is no command to run.';
  if (!isMarked && program.startsWith('-'))
    return `There is no option ${program}. A command that begins so comes after --.`;
  return [program, ...rest];
}

export interface Serving {
  readonly address: Address;
  readonly lifetime: Lifetime;
  readonly connections: Pick<Connections, 'count'>;
}

/**
 * Runs a command and serves every host that it starts. Ends the process when the command has ended and no host of it is left, with the
 * command's exit code; with 127 if it cannot be run or TF_REATTACH_PROVIDERS is invalid; with at least 1 if a host was given up after a
 * signal. Wrong arguments set exit code 2, `--help` prints the usage; both start nothing. Rejects if `serve` does.
 * @param args the arguments after `attach`
 * @param serve starts listening; asks its argument, once for each connection, which hosts may have made it: undefined before the command runs
 */
export async function attach(
  names: ProviderNames,
  args: readonly string[],
  environment: Environment,
  serve: (attached: () => Attached | undefined) => Promise<Serving>,
): Promise<void> {
  if (args[0] === '--help' || args[0] === '-h') return void print(usage(names));
  const command = readArguments(args);
  if (typeof command === 'string') {
    writeSync(2, `attach: ${command}\n\n${usage(names)}`);
    process.exitCode = 2;
    return;
  }
  let hosts: AttachedHosts | undefined;
  const { address, lifetime, connections } = await serve(() => hosts?.connected());
  try {
    const { env, now, sleep } = environment;
    const reattach = reattachValue(names.source, address, process.pid, env[REATTACH_VARIABLE]);
    const variables = { [REATTACH_VARIABLE]: reattach };
    const processes = new Processes();
    hosts = new AttachedHosts(names.typeName, address.text, processes, { env, folder: process.cwd() }, tell);
    lifetime.leave(await supervise(command, { variables, connections, hosts, processes, now, sleep, tell }));
  } catch (error) {
    tell(error instanceof Error ? error.message : String(error));
    lifetime.leave(NOT_RUN);
  }
}

/** Writes a line for the practitioner to standard error, which may be closed. */
function tell(line: string): void {
  try {
    writeSync(2, `attach: ${line}\n`);
  } catch {
    // Standard error is closed: nobody reads it.
  }
}
