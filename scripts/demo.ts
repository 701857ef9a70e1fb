import { DemoError } from './demo/claims';
import { Commands } from './demo/commands';
import { Narrator } from './demo/narrator';
import { Stage } from './demo/stage';
import { STEPS, tellStory } from './demo/story';
import { CommandError } from './support/run';
import { findTerraform, TerraformNotFoundError } from './support/terraform';

/** The shells' exit code for a command ended by Ctrl-C. */
const INTERRUPTED = 130;

/** Runs the main workflow against the emulator, narrated and checked step by step: `npm run demo`. Leaves only the built provider. */
async function main(): Promise<void> {
  const interruption = new AbortController();
  const interrupted = 'Interrupted. The emulator is stopped, and the temporary folder removed.';
  const interrupt = () => interruption.abort(new DemoError(interrupted, INTERRUPTED));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupt);
  // The reader has closed the output, as with `| head`.
  for (const output of [process.stdout, process.stderr]) output.on('error', interrupt);
  const narrator = new Narrator(STEPS);
  const startedAt = performance.now();
  try {
    const terraform = await findTerraform();
    const { product, version } = terraform;
    narrator.say(`Coffer, from an empty service to an empty service, with cdktf and ${product} ${version}.`);
    const commands = new Commands(interruption.signal);
    await using stage = new Stage(commands, terraform);
    await tellStory(narrator, stage, commands);
  } catch (error) {
    process.exitCode = error instanceof DemoError ? error.exitCode : 1;
    process.stderr.write(`\n${explain(error)}\n`);
    return;
  }
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  narrator.say(`\nEvery check passed, in ${seconds} s. Only the provider in dist/ is left.`);
}

/** Explains an error that the user can act on in words; any other error is a bug of ours and keeps its stack trace. */
function explain(error: unknown): string {
  if (error instanceof DemoError || error instanceof TerraformNotFoundError) return error.message;
  if (error instanceof CommandError) return `A command failed: ${error.message}`;
  return error instanceof Error ? String(error.stack) : String(error);
}

void main();
