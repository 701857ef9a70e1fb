import type { Emulator, Project } from '../../../emulator';
import type { Diagnostic } from '../../../framework/diagnostic';
import type { ObjectValue } from '../../../framework/values/value';
import { BadLine, clockOf, type Injection } from '../../support/bad-line';
import { Host, type Kept } from '../../support/host';
import { begin, type Heard, keysOf } from './begin';
import type { Bystanders, Story } from './fault-stories';

/** The outcome of a cell. */
export interface Cell {
  /** The calls of the step. */
  readonly calls: readonly string[];
  /** The objects at the service in the end, including bystanders, without ids. */
  readonly left: readonly string[];
  /** Violations; empty means none. */
  readonly problems: readonly string[];
  /** True for a pull secret that was lost and that the error names. */
  readonly exempt: boolean;
}

/** Runs a story over a line that breaks one of the step's calls, then applies once more over a good line. */
export async function runCell(emulator: Emulator, story: Story, injection?: Injection): Promise<Cell> {
  await using line = await BadLine.start(emulator.baseUrl);
  const project = emulator.newProject();
  const clock = clockOf(line);
  const { typeName } = story;
  // Every command starts its own provider.
  const command = (requestTimeout = '30s') =>
    Host.start(
      { ...project, baseUrl: line.baseUrl },
      {
        clock,
        settings: { request_timeout: requestTimeout, lost_creates: 'sole_writer', ...story.settings },
        // What the host reads by itself is no call of the step.
        rereads: false,
      },
    );

  const there = await makeBystanders(emulator, project);
  const { kept, config, go } = await begin(story, { emulator, project, clock, there, command });

  const host = await command(injection?.trouble.startsWith('stall') ? '500ms' : undefined);
  line.arm(injection);
  const outcome: Heard = story.step === 'read' && kept ? await host.refresh(typeName, kept) : await go(host, kept);
  const calls = [...line.calls];
  const wasInjected = line.injected > 0;
  await line.heal();

  const problems: string[] = [];
  const failed = errorsOf(outcome.diagnostics);
  if (injection && !wasInjected) problems.push('no fault was injected');
  const isNew = outcome.kept !== null && outcome.kept.state.id !== kept?.state.id && kept === null;
  const tainted = isNew && failed.length > 0;
  // An object that can neither be finished nor undone during a lasting fault has to be in state, tainted.
  if (tainted && !injection?.lasting) problems.push(`tainted: ${failed.join(' ')}`);

  const plain = await command();
  const found: Kept | null = outcome.kept && (await plain.refresh(typeName, outcome.kept)).kept;
  const cleared = tainted && found ? await plain.destroy(typeName, found) : { kept: found, diagnostics: [] };
  problems.push(...errorsOf(cleared.diagnostics).map((text) => `what is tainted stays: ${text}`));
  const applied = await go(plain, cleared.kept);
  problems.push(...errorsOf(applied.diagnostics).map((text) => `the plain apply fails: ${text}`));
  const again = await command();
  const last: Kept | null = applied.kept && (await again.refresh(typeName, applied.kept)).kept;
  if (story.step === 'delete') {
    if (last) problems.push('something is left in state');
  } else if (!last) problems.push('nothing is in state');
  else {
    const { action, diagnostics } = await again.plan(typeName, config, last);
    if (action !== 'no-op') problems.push(`the plan afterwards is not empty: ${action}`);
    problems.push(...errorsOf(diagnostics), ...wrongHalves(emulator, last.state));
  }
  const exempt =
    story.unlisted === true && failed.some((text) => text.includes('registry.example') && text.includes('octo'));
  return { calls, left: leftOf(emulator, project, last?.state), problems, exempt };
}

/** Creates twins of the stories' objects, to detect a provider that mistakes them for its own. */
export async function makeBystanders(emulator: Emulator, { token, projectId }: Project): Promise<Bystanders> {
  const { baseUrl, inspect } = emulator;
  const make = async (path: string, object: object) => {
    const body = JSON.stringify({ project_id: projectId, ...object });
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const response = await fetch(baseUrl + path, { method: 'POST', headers, body });
    await response.arrayBuffer();
  };
  // The dialect decides whether a response says it.
  const idIn = (all: readonly { readonly id: string; readonly projectId: string }[]) =>
    all.find((one) => one.projectId === projectId)?.id ?? '';
  await make('/s3/buckets', { max_size: 1000, description: 'same' });
  const bucketId = idIn(inspect.buckets());
  await make('/secrets', { name: 'bystander', value: 'dGhlaXJz' });
  const secretId = idIn(inspect.secrets());
  const permissions = { read: true, write: false, owner: false };
  await make('/s3/keys', { bucket_ids: [bucketId], permissions });
  await make('/secrets/pull', { server: 'registry.example', username: 'octo', password: 'theirs' });
  return { bucketId, secretId };
}

const errorsOf = (diagnostics: readonly Diagnostic[]) =>
  diagnostics.filter(({ severity }) => severity === 'error').map(({ summary, detail }) => `${summary}: ${detail}`);

/** Secret halves in state that differ from those of their keys. */
const wrongHalves = (emulator: Emulator, state: ObjectValue) =>
  keysOf(state).flatMap(({ name, id, half }) =>
    half !== null && half !== emulator.inspect.secretAccessKey(String(id)) ? [`${name}: another secret half`] : [],
  );

/** The objects in a project: a line for each, with `in state` for those that the state contains. */
export function leftOf(emulator: Emulator, { projectId }: Project, state: ObjectValue | undefined): string[] {
  const { inspect } = emulator;
  const keys = keysOf(state);
  const known = new Set([state?.id, state?.secret_id, ...((state?.superseded_ids ?? []) as string[])]);
  const line = (id: string, ...parts: unknown[]) =>
    [...parts.map((part) => JSON.stringify(part)), known.has(id) ? 'in state' : 'not in state'].join(' ');
  const ours = <T extends { readonly projectId: string }>(all: readonly T[]) =>
    all.filter((one) => one.projectId === projectId);
  // Describes values that differ in every cell by their meaning.
  const textOf = (id: string) => {
    const value = inspect.secretValue(id);
    const stored = keys.find((key) => value.includes(inspect.secretAccessKey(String(key.id))));
    if (stored) return `half of ${stored.name}`;
    return /[0-9a-f]{64}/.test(value) ? 'half of a key that is not in state' : value;
  };
  return [
    ...ours(inspect.secrets()).map(({ id, name }) => line(id, 'secret', name, textOf(id))),
    ...ours(inspect.buckets()).map(({ id, maxSize, description }) =>
      line(id, 'bucket', String(maxSize), description ?? ''),
    ),
    ...ours(inspect.accessKeys()).map(({ id }) => line('', 'key', keys.find((key) => key.id === id)?.name ?? '')),
    ...ours(inspect.pullSecrets()).map(({ id, server, username }) =>
      line(id, 'pull secret', server, username, inspect.pullSecretPassword(id)),
    ),
  ].sort();
}

/** Missing and surplus objects at the service. In an exempt cell there may be one lost pull secret. */
export function differences(wanted: readonly string[], found: readonly string[], exempt: boolean): string[] {
  const missing = wanted.filter((line) => !found.includes(line)).map((line) => `missing: ${line}`);
  const rest = [...found];
  for (const line of wanted) if (rest.includes(line)) rest.splice(rest.indexOf(line), 1);
  const tooMany = rest.slice(exempt ? 1 : 0).map((line) => `too many: ${line}`);
  return [...missing, ...tooMany];
}
