import { writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { type ProbeOptions, type ProbeReport, probe } from '../probe/probe';
import { toProfile, toText } from '../probe/report';
import { ProbeError } from '../probe/server';
import { type Arguments, CommandLine, type Environment, EXIT } from './arguments';

const VALUES = {
  'base-url': 'URL of the service (COFFER_BASE_URL)',
  token: 'access token; the environment keeps it out of the process list (COFFER_TOKEN)',
  project: 'project to make objects in; a second one tells what lists cover (COFFER_PROJECT_ID)',
  objects: 'secrets to make while looking for a second page (60)',
  write: 'file for what is known, which coffer-emulator --dialect-file takes',
} as const;

const SWITCHES = {
  'pull-secrets': 'make a pull secret too: the interface has no way to delete it',
  'allow-insecure-http': 'send the token over http:// to another machine',
  help: 'print this',
} as const;

export const PROBE = new CommandLine('coffer-emulator probe', VALUES, SWITCHES);

const LARGEST_OBJECTS = 10_000;

const ABOUT = [
  'Finds out how a service reads what its interface leaves open. Makes secrets and buckets with names of its own, looks',
  'at the responses, and deletes them. Exit codes: 0 done, 1 not possible, 2 wrong flags, 3 done, but not all is deleted.',
];

/** Exit code: done, but objects may be left. */
const LEFT = 3;

/** Runs `coffer-emulator probe` and returns its exit code. A signal stops it after it has cleaned up, a second one at once. */
export function runProbe(argv: readonly string[], env: Environment): Promise<number> {
  return PROBE.run(
    argv,
    ABOUT,
    (given) => readProbeFlags(given, env),
    async ({ options, write }) => {
      const stop = new AbortController();
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
      try {
        return tell(await probe({ ...options, signal: stop.signal }), write);
      } catch (error) {
        if (!(error instanceof ProbeError)) throw error;
        process.stderr.write(`${error.message}\n`);
        return EXIT.failed;
      }
    },
  );
}

/** Reads the values of the flags. Those that are not given come from the environment. Adds every problem, one sentence each, without tokens. */
export function readProbeFlags(
  { values, on, problems }: Arguments<keyof typeof VALUES, keyof typeof SWITCHES>,
  env: Environment,
): { readonly options: ProbeOptions; readonly write: string | undefined } {
  const baseUrl = toBaseUrl(values['base-url']?.at(-1) ?? env.COFFER_BASE_URL, on.has('allow-insecure-http'), problems);
  const token = values.token?.at(-1) ?? env.COFFER_TOKEN ?? '';
  if (!/^[\x21-\x7e]+$/.test(token)) {
    problems.push('--token (or COFFER_TOKEN) is needed: visible ASCII characters, at least one.');
  }
  const [project = env.COFFER_PROJECT_ID ?? '', ...others] = values.project ?? [];
  const projects = [project, ...others] as const;
  if (projects.includes('')) problems.push('--project (or COFFER_PROJECT_ID) is needed, and not empty.');
  const objects = values.objects?.at(-1) ?? '60';
  if (!/^\d+$/.test(objects) || Number(objects) > LARGEST_OBJECTS) {
    problems.push(`--objects is a number from 0 to ${LARGEST_OBJECTS}, not "${objects}".`);
  }
  const pullSecrets = on.has('pull-secrets');
  return { options: { baseUrl, token, projects, pullSecrets, objects: Number(objects) }, write: values.write?.at(-1) };
}

function toBaseUrl(text: string | undefined, allowsInsecure: boolean, problems: string[]): string {
  const url = URL.parse(text ?? '');
  if (url === null || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username || url.password) {
    problems.push('--base-url (or COFFER_BASE_URL) is needed: http:// or https://, without user, query and fragment.');
    return '';
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname) && !allowsInsecure) {
    problems.push('--base-url is http:// to another machine, where anyone on the way reads the token.');
  }
  return url.href.replace(/\/+$/, '');
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || (isIP(host) === 4 && host.startsWith('127.'));
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
