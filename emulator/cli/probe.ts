import { writeFileSync } from 'node:fs';
import { type ProbeReport, probe } from '../probe/probe';
import { toProfile, toText } from '../probe/report';
import { ProbeError } from '../probe/server';
import { EXIT } from './arguments';
import { PROBE, parseProbeCommand, probeHelpText } from './probe-flags';

/** Exit code: done, but objects may be left. */
const LEFT = 3;

/** Runs `coffer-emulator probe` and returns its exit code. A signal stops it after it has cleaned up, a second one at once. */
export async function runProbe(argv: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const command = parseProbeCommand(argv, env);
  switch (command.kind) {
    case 'help':
      process.stdout.write(probeHelpText());
      return EXIT.ok;
    case 'wrong':
      return PROBE.refuse(command.problems);
    case 'probe': {
      const stop = new AbortController();
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
      try {
        return tell(await probe({ ...command.options, signal: stop.signal }), command.write);
      } catch (error) {
        if (!(error instanceof ProbeError)) throw error;
        process.stderr.write(`${error.message}\n`);
        return EXIT.failed;
      }
    }
  }
}

function tell(report: ProbeReport, write: string | undefined): number {
  process.stdout.write(toText(report));
  if (write !== undefined && report.complete && !writeProfile(report, write)) return EXIT.failed;
  if (report.left.length > 0) return LEFT;
  return report.complete ? EXIT.ok : EXIT.failed;
}

function writeProfile(report: ProbeReport, path: string): boolean {
  try {
    writeFileSync(path, `${JSON.stringify(toProfile(report), null, 2)}\n`);
  } catch (error) {
    process.stderr.write(`${path} cannot be written: ${(error as Error).message}.\n`);
    return false;
  }
  process.stdout.write(`\nWritten to ${path}: start the emulator with --dialect-file ${path}.\n`);
  return true;
}
