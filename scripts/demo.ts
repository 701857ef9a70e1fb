import { ClaimError } from './demo/claim';
import { NoGarageError, requireGarage } from './demo/cluster';
import { Commands } from './demo/commands';
import { Narrator } from './demo/narrator';
import { HELP, parseOptions, UsageError } from './demo/options';
import { Stage } from './demo/stage';
import { STEPS, tellStory } from './demo/story';
import { CommandError } from './support/run';
import { findTerraform, TerraformNotFoundError } from './support/terraform';

/** Exit codes: a failed step, wrong flags, and the shells' code for a command ended by Ctrl-C. */
const EXIT = { failed: 1, usage: 2, interrupted: 130 } as const;

/** Runs the main workflow against the emulator, narrated and checked step by step: `npm run demo`. Leaves only the built provider. */
async function main(): Promise<void> {
  const interruption = new AbortController();
  const interrupt = () => interruption.abort(new InterruptedError());
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupt);
  // The reader has closed the output, as with `| head`.
  for (const output of [process.stdout, process.stderr]) output.on('error', interrupt);
  const narrator = new Narrator(process.stdout, STEPS);
  const startedAt = performance.now();
  try {
    const backend = parseOptions(process.argv.slice(2), process.env);
    if (backend === 'help') {
      process.stdout.write(HELP);
      return;
    }
    await requireGarage(backend);
    const terraform = await findTerraform();
    narrator.say(
      `Coffer, from an empty service to an empty service, with cdktf and ${terraform.product} ${terraform.version}.`,
    );
    const commands = new Commands(interruption.signal);
    await using stage = await Stage.open(commands, terraform, backend);
    await tellStory(narrator, stage, commands);
  } catch (error) {
    process.exitCode =
      error instanceof InterruptedError ? EXIT.interrupted : error instanceof UsageError ? EXIT.usage : EXIT.failed;
    process.stderr.write(`\n${explain(error)}\n`);
    return;
  }
  narrator.say(
    `\nEvery check passed, in ${Math.round((performance.now() - startedAt) / 1000)} s. Only the provider in dist/ is left.`,
  );
}

class InterruptedError extends Error {
  override readonly name = 'InterruptedError';
  override readonly message = 'Interrupted. The emulator is stopped, and the temporary folder removed.';
}

/** Explains an error that the user can act on in words; any other error is a bug of ours and keeps its stack trace. */
function explain(error: unknown): string {
  if (error instanceof ClaimError) return `A check failed: ${error.message}`;
  if (error instanceof CommandError) return `A command failed: ${error.message}`;
  const isInWords = [InterruptedError, TerraformNotFoundError, NoGarageError, UsageError].some(
    (kind) => error instanceof kind,
  );
  if (isInWords) return (error as Error).message;
  return error instanceof Error ? String(error.stack) : String(error);
}

void main();
