import type { ChildProcess } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { type Emulator, Emulator as Service } from '../../../emulator';
import type { TerraformCli } from '../../../scripts/support/terraform';
import { drawStack, type MixedStack } from '../../real/acceptance/support/mixed-stack';
import { queryOrphans } from '../../real/acceptance/support/orphan-query';
import { providersOf, untilNoProvider } from '../../real/acceptance/support/provider-processes';
import { executableOf } from '../../real/support/builds';
import type { Dice } from '../../support/dice';
import { Workspace } from '../../support/workspace';
import { type Found, foundIn } from '../provider/interrupts/oracle';

/** Who gets a signal. `attach` runs Terraform in a shell, and gets it instead of that. */
export const RECIPIENTS = ['terraform', 'provider', 'group', 'attach'] as const;
export type Recipient = (typeof RECIPIENTS)[number];

/** A signal; `INT twice`: the second comes once Terraform has told of the first. */
export const SIGNALS = ['INT', 'TERM', 'HUP', 'KILL', 'INT twice'] as const;
export type Sent = (typeof SIGNALS)[number];

/** An apply of eight to twelve objects that is interrupted. */
export interface RealCell {
  readonly cli: TerraformCli;
  readonly stack: MixedStack;
  readonly to: Recipient;
  readonly signal: Sent;
  /** How many writes have reached the service by then. */
  readonly writes: number;
  /** How late it responds, in milliseconds. */
  readonly latencyMs: number;
}

export function drawRealCell(dice: Dice, clis: readonly [TerraformCli, ...TerraformCli[]]): RealCell {
  const to = dice.pick(RECIPIENTS);
  // The provider gets no second interrupt of its own: it leaves the first one to Terraform.
  const signal = dice.pick<Sent>(to === 'provider' ? ['INT', 'TERM', 'HUP', 'KILL'] : [...SIGNALS]);
  const stack = drawStack(dice);
  const latencyMs = 300 + dice.roll(900);
  return { cli: dice.pick(clis), stack, to, signal, writes: 1 + dice.roll(stack.size), latencyMs };
}

/** What became of it. */
export interface RealOutcome {
  readonly problems: readonly string[];
  /** Objects in no state right after it. */
  readonly left: number;
  readonly wasInterrupted: boolean;
}

/** The most requests that Terraform has under way. */
const PARALLELISM = 10;

/** Applies, interrupts and judges, and then does what a practitioner does. */
export async function runRealCell(cell: RealCell): Promise<RealOutcome> {
  const { stack, cli, to, signal } = cell;
  await using emulator = await Service.start({ dialect: stack.dialect });
  await using workspace = await Workspace.create(emulator, { terraform: cli.path, installation: 'dev_overrides' });
  const write = (configuration: object) =>
    workspace.write(
      JSON.stringify({ provider: { coffer: stack.provider }, ...configuration }, null, 2),
      'main.tf.json',
    );
  await write(stack.before);
  await workspace.must(APPLY, { withoutPlan: 'it is applied again right away' });
  await write(stack.after);

  const { output, wasInterrupted } = await interruptApply(workspace, emulator, cell);

  const problems: string[] = [];
  const state = await workspace.read('terraform.tfstate');
  const project = { projectId: emulator.projectId, token: emulator.token };
  const left = () => foundIn(emulator, project).filter(({ id }) => !state.includes(`"${id}"`));
  const lost = left();
  const isNamed = (text: string, { kind, id }: Found) =>
    text.includes(id) || (kind === 'pull secret' && isLostPullSecretNamed(emulator, text, id));
  const unnamed = lost.filter((one) => !isNamed(output, one));
  if (wasInterrupted && isHeard(to, signal)) problems.push(...unnamed.map(({ kind }) => `left, not named: ${kind}`));
  if (lost.length > PARALLELISM) problems.push(`more left than were under way: ${lost.length}`);
  if (wasInterrupted && signal !== 'KILL') {
    const keys = unnamed.filter(({ kind }) => kind === 'access key');
    problems.push(...keys.map(() => 'left by a provider that could have deleted it: access key'));
  }
  if (unnamed.some(({ kind }) => kind === 'access key')) {
    const { ids, output: said } = await queryOrphans(workspace, cli.path);
    for (const { kind, id } of unnamed)
      if (kind === 'access key' && !ids.includes(`"${id}"`))
        problems.push(`not found by the query: access key: ${said}`);
  }
  problems.push(...(await recover(workspace, emulator, { told: output, lost, isNamed })));
  return { problems, left: lost.length, wasInterrupted };
}

const APPLY = ['apply', '-auto-approve', '-input=false', '-no-color'];

/** Whether Terraform ends by itself and shows what the provider says. */
const isHeard = (to: Recipient, signal: Sent) =>
  to === 'provider' ? signal !== 'KILL' : signal === 'INT' || signal === 'TERM';

/** A lost pull secret that no list shows is named by server and user name (P2). */
function isLostPullSecretNamed({ inspect }: Emulator, text: string, id: string): boolean {
  const found = inspect.pullSecrets().find((one) => one.id === id);
  return found !== undefined && text.includes(found.server) && text.includes(`"${found.username}"`);
}

/** Starts the apply with a slow service, and sends the signal once that has got enough writes. */
async function interruptApply(workspace: Workspace, emulator: Emulator, cell: RealCell) {
  const { cli, to, signal, writes, latencyMs } = cell;
  const share = { probability: 0.5, delayMs: latencyMs, when: 'before-commit' } as const;
  for (const operation of WRITES) {
    emulator.faults.add({ operation, ...share });
    emulator.faults.add({ operation, delayMs: latencyMs, when: 'after-commit' });
  }
  const isWrite = ({ method }: { readonly method: string }) => method !== 'GET';
  const before = emulator.journal.requests().filter(isWrite).length;
  const options = { detached: true, stdio: ['ignore', 'pipe', 'pipe'] } as const;
  const child =
    to === 'attach'
      ? workspace.spawnProgram(
          executableOf(workspace.build),
          ['attach', '--', 'sh', '-c', `'${cli.path}' ${APPLY.join(' ')}; exit $?`],
          { ...options, stdio: [...options.stdio] },
        )
      : workspace.spawn(APPLY, { ...options, stdio: [...options.stdio] });
  const watched = watch(child);
  const until = async (isTrue: () => boolean) => {
    while (!isTrue() && watched.isRunning()) await delay(5);
  };
  await until(() => emulator.journal.requests().filter(isWrite).length - before >= writes);
  const wasInterrupted = watched.isRunning();
  if (wasInterrupted) {
    const [name = '', twice] = signal.split(' ');
    const pids = to === 'provider' ? (await providersOf(workspace)).map(Number) : [child.pid ?? Number.NaN];
    const send = () => {
      for (const pid of pids) kill(to === 'group' ? -pid : pid, `SIG${name}` as NodeJS.Signals);
    };
    send();
    if (twice) {
      await until(() => /interrupt received|gracefully|stopping/i.test(watched.output()));
      send();
    }
  }
  await watched.closed;
  await untilNoProvider(workspace);
  // What had reached the service takes effect, whoever still waits for it.
  while (emulator.journal.requests().some(({ status }) => status === undefined)) await delay(5);
  emulator.faults.clear();
  return { output: watched.output(), wasInterrupted };
}

const WRITES = [
  ...['createSecret', 'createPullSecret', 'createBucket', 'createAccessKey', 'updateSecret', 'updateBucket'],
  ...['updatePullSecret', 'deletePullSecret', 'deleteSecret', 'deleteBucket', 'deleteAccessKey'],
] as const as readonly ('createSecret' | 'deleteAccessKey')[];

function watch(child: ChildProcess) {
  let [output, isRunning] = ['', true];
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  child.once('exit', () => {
    isRunning = false;
  });
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  return { output: () => output, isRunning: () => isRunning, closed };
}

/** Sends a signal to a process that may have ended by now. */
function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

interface Said {
  readonly told: string;
  /** Objects in no state. */
  readonly lost: readonly Found[];
  readonly isNamed: (text: string, one: Found) => boolean;
}

/** Applies until it works, deleting what errors name and nobody keeps, then destroys everything. */
async function recover(workspace: Workspace, emulator: Emulator, { told, lost, isNamed }: Said): Promise<string[]> {
  let all = told;
  for (let attempt = 1; ; attempt += 1) {
    const { code, output } = await workspace.run(APPLY);
    all += output;
    if (code === 0) break;
    if (attempt === 3) return [`it never succeeds again: ${output.slice(-1_500)}`];
    for (const { kind, id } of lost) if (output.includes(id) && kind === 'secret') await remove(emulator, id);
  }
  const problems: string[] = [];
  const plan = await workspace.run(['plan', '-input=false', '-no-color', '-detailed-exitcode']);
  if (plan.code !== 0) problems.push(`the plan afterwards is not empty: ${plan.output.slice(-1_500)}`);
  const { code, output } = await workspace.run(['destroy', '-auto-approve', '-input=false', '-no-color']);
  all += output;
  if (code !== 0) problems.push(`the destroy fails: ${output.slice(-1_500)}`);
  const left = foundIn(emulator, { projectId: emulator.projectId, token: emulator.token });
  for (const one of left) {
    const isKnown = isNamed(all, one) || one.kind === 'access key';
    if (lost.some(({ id }) => id === one.id) && !isKnown) problems.push(`never named: ${one.kind}`);
  }
  return problems;
}

async function remove({ baseUrl, token }: Emulator, id: string): Promise<void> {
  await fetch(`${baseUrl}/secrets/${id}`, { method: 'DELETE', headers: { authorization: `Bearer ${token}` } });
}
