import { isIP } from 'node:net';
import type { ProbeOptions } from '../probe/probe';
import { CommandLine, type Environment } from './arguments';

/** The parsed command line of the probe. */
export type ProbeCommand =
  | { readonly kind: 'help' }
  | { readonly kind: 'probe'; readonly options: ProbeOptions; readonly write: string | undefined }
  /** All problems, one sentence each, without tokens. */
  | { readonly kind: 'wrong'; readonly problems: readonly string[] };

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

/** The command line of `coffer-emulator probe`. */
export const PROBE = new CommandLine('coffer-emulator probe', VALUES, SWITCHES, { write: 'file' });

const LARGEST_OBJECTS = 10_000;

/** Parses the flags of `coffer-emulator probe`. Flags that are not given come from the environment. */
export function parseProbeCommand(argv: readonly string[], env: Environment): ProbeCommand {
  const { values, on, problems } = PROBE.read(argv);
  if (on.has('help')) return { kind: 'help' };

  const baseUrl = toBaseUrl(values['base-url']?.at(-1) ?? env.COFFER_BASE_URL, on.has('allow-insecure-http'), problems);
  const token = values.token?.at(-1) ?? env.COFFER_TOKEN ?? '';
  if (!/^[\x21-\x7e]+$/.test(token)) {
    problems.push('--token (or COFFER_TOKEN) is needed: visible ASCII characters, at least one.');
  }
  const [project = env.COFFER_PROJECT_ID ?? '', ...others] = values.project ?? [];
  if ([project, ...others].includes('')) problems.push('--project (or COFFER_PROJECT_ID) is needed, and not empty.');
  const objects = values.objects?.at(-1) ?? '60';
  if (!/^\d+$/.test(objects) || Number(objects) > LARGEST_OBJECTS) {
    problems.push(`--objects is a number from 0 to ${LARGEST_OBJECTS}, not "${objects}".`);
  }
  if (problems.length > 0) return { kind: 'wrong', problems };
  const projects = [project, ...others] as const;
  const pullSecrets = on.has('pull-secrets');
  return {
    kind: 'probe',
    options: { baseUrl, token, projects, pullSecrets, objects: Number(objects) },
    write: values.write?.at(-1),
  };
}

/** The text of `probe --help`. */
export function probeHelpText(): string {
  return PROBE.help(
    '',
    'Finds out how a service reads what its interface leaves open. Makes secrets and buckets with names of its own, looks',
    'at the responses, and deletes them. Exit codes: 0 done, 1 not possible, 2 wrong flags, 3 done, but not all is deleted.',
  );
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
