import { describe, expect, it, onTestFinished } from 'vitest';
import { useEmulator } from '../../../emulator/testing/vitest';
import type { RunResult } from '../../../scripts/support/run';
import { findTerraform } from '../../../scripts/support/terraform';
import { Workspace } from '../../support/workspace';
import { BUILDS, executableOf } from '../support/builds';

/** A command that runs under `attach`, in a process group of its own with it. */
interface Attached {
  /** The id of `attach`, and of the group. */
  readonly pid: number;
  readonly ended: Promise<RunResult>;
  /** Settles once the output holds a text. */
  readonly says: (text: string) => Promise<void>;
}

const emulator = useEmulator();
const BUCKET = 'resource "coffer_bucket" "b" {\n  max_size = 1000\n}\n';

/** The service has one bucket, and it is in state. */
async function expectSavedBucket(workspace: Workspace): Promise<void> {
  const ids = emulator.inspect.buckets().map(({ id }) => id);
  expect(ids).toHaveLength(1);
  expect((await workspace.state()).map(({ values }) => values.id)).toEqual(ids);
}

/** `attach` supervises: it passes signals on, and leaves when the last Terraform has. */
describe.each(BUILDS)('attach of the %s provider', (build) => {
  /** Starts a script under `attach`; it has to print its parent's id first. */
  async function start(workspace: Workspace, script: string): Promise<Attached> {
    let output = '';
    let heard = Promise.withResolvers<void>();
    const ended = workspace.runProgram('setsid', [executableOf(build), 'attach', '--', 'sh', '-c', script], {
      onOutput(text) {
        output += text;
        heard.resolve();
        heard = Promise.withResolvers<void>();
      },
    });
    onTestFinished(() => {
      try {
        process.kill(-Number.parseInt(output, 10), 'SIGKILL');
      } catch {
        // All of it has ended.
      }
    });
    const isOver = ended.then(({ output: all }) => all);
    const says = async (text: string) => {
      while (!output.includes(text)) {
        const all = await Promise.race([heard.promise, isOver]);
        if (all !== undefined && !all.includes(text))
          throw new Error(`it ended without ${JSON.stringify(text)}:\n${all}`);
      }
    };
    await says('\n');
    return { pid: Number.parseInt(output, 10), ended, says };
  }

  /** Two processes, one inside the other, that tell of each signal. */
  const LISTENER = `for (const name of ['INT', 'TERM', 'HUP', 'QUIT']) process.on('SIG' + name, () => console.log(process.argv[1] + ': got ' + name));
    console.log(process.argv[1] + ' is ready');
    setInterval(() => {}, 1000);`;
  const LISTEN = `listen() { exec "${process.execPath}" -e "${LISTENER}" "$1"; }`;
  const LISTENERS = `echo $PPID; ${LISTEN}; (listen inner) & listen outer`;

  /** How often each process got a signal. */
  const counts = (output: string, signal: string) =>
    ['inner', 'outer'].map((name) => output.split(`${name}: got ${signal}\n`).length - 1);

  const alone = ({ pid }: Attached, signal: NodeJS.Signals) => process.kill(pid, signal);
  const all = ({ pid }: Attached, signal: NodeJS.Signals) => process.kill(-pid, signal);
  /** As `timeout` does. */
  const both = (attached: Attached, signal: NodeJS.Signals) => {
    alone(attached, signal);
    all(attached, signal);
  };

  it.each([
    ['TERM', 'to attach alone', alone],
    ['INT', 'to the group, as Ctrl-C is', all],
    ['TERM', 'to attach and then to the group', both],
  ] as const)('F9: SIG%s %s reaches each process of the command once', async (name, _to, send) => {
    await using workspace = await Workspace.create(emulator, { build });
    const attached = await start(workspace, LISTENERS);
    await Promise.all(['inner is ready', 'outer is ready'].map(attached.says));

    send(attached, `SIG${name}`);
    await Promise.all([`inner: got ${name}`, `outer: got ${name}`].map(attached.says));
    // What would come twice comes before this.
    const last = name === 'INT' ? 'TERM' : 'INT';
    alone(attached, `SIG${last}`);
    await Promise.all([`inner: got ${last}`, `outer: got ${last}`].map(attached.says));
    all(attached, 'SIGKILL');
    const { output } = await attached.ended;

    expect([counts(output, name), counts(output, last)]).toEqual([
      [1, 1],
      [1, 1],
    ]);
  });

  it('F9: a Terraform that outlives the command is served to its end', async () => {
    await using workspace = await Workspace.create(emulator, { build });
    await workspace.write(BUCKET);
    const held = emulator.faults.add({ operation: 'createBucket', pause: true, times: 1 });
    const { path: terraform } = await findTerraform();

    const attached = await start(workspace, `echo $PPID; ${terraform} apply -auto-approve -input=false -no-color &`);
    await attached.says('attach: the command has ended');
    held.release();
    const result = await attached.ended;

    expect(result).toMatchObject({ code: 0, stdout: expect.stringContaining('Apply complete!') });
    await expectSavedBucket(workspace);
  });

  it('F9: SIGTERM to attach ends a pipeline with what was sent in state', async () => {
    await using workspace = await Workspace.create(emulator, { build });
    await workspace.write(BUCKET);
    const held = emulator.faults.add({ operation: 'createBucket', pause: true, when: 'after-commit', times: 1 });
    const { path: terraform } = await findTerraform();
    const apply = `${terraform} apply -auto-approve -input=false -no-color`;

    const attached = await start(workspace, `echo $PPID; ${apply}; echo "next step"`);
    await held.whenMet();
    alone(attached, 'SIGTERM');
    await attached.says('Interrupt received.');
    held.release();
    const { code, output } = await attached.ended;

    expect(code).toBe(143);
    expect(output).not.toContain('next step');
    expect(output).not.toContain('Two interrupts received');
    await expectSavedBucket(workspace);
  });

  it('F9: SIGTERM after SIGINT, as runners send them, does not make Terraform exit at once', async () => {
    await using workspace = await Workspace.create(emulator, { build });
    await workspace.write(BUCKET);
    const held = emulator.faults.add({ operation: 'createBucket', pause: true, when: 'after-commit', times: 1 });
    const { path: terraform } = await findTerraform();
    const apply = `${terraform} apply -auto-approve -input=false -no-color`;

    const attached = await start(
      workspace,
      `echo $PPID; ${LISTEN}; trap : INT TERM; (listen inner) & ${apply}; kill -9 $!`,
    );
    await held.whenMet();
    alone(attached, 'SIGINT');
    await attached.says('Interrupt received.');
    alone(attached, 'SIGTERM');
    await attached.says('inner: got TERM');
    held.release();
    const { output } = await attached.ended;

    expect(output).not.toContain('Two interrupts received');
    await expectSavedBucket(workspace);
  });
});
