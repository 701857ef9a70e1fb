import { stringifyJson } from '../../../../contract/formats/json';
import type { Emulator, Project } from '../../../../emulator';
import type { Diagnostic } from '../../../../framework/diagnostic';
import type { Kept } from '../../../support/host';
import type { World } from './operations';

/** An object at the service. */
export interface Found {
  readonly kind: 'secret' | 'bucket' | 'access key' | 'pull secret';
  readonly id: string;
}

/** Everything in a project, seen from behind the interface. */
export function foundIn({ inspect }: Emulator, { projectId }: Project): readonly Found[] {
  const all = [
    ['secret', inspect.secrets()],
    ['bucket', inspect.buckets()],
    ['access key', inspect.accessKeys()],
    ['pull secret', inspect.pullSecrets()],
  ] as const;
  return all.flatMap(([kind, found]) =>
    found.flatMap((one) => (one.projectId === projectId ? [{ kind, id: one.id }] : [])),
  );
}

/** Whether a state holds an id, wherever that is: as its own, in `previous`, `superseded_ids`, `undeleted_ids` or private. */
export function holds(kept: Kept | null, id: string): boolean {
  return kept !== null && stringifyJson(kept.state).includes(JSON.stringify(id));
}

/**
 * Whether a practitioner reads an id. Terraform shows one warning of those with equal summary, so there the summary has to hold it
 * (P45); every error is shown.
 */
export function isNamed(diagnostics: readonly Diagnostic[], id: string): boolean {
  return diagnostics.some(({ severity, summary, detail }) =>
    (severity === 'error' ? summary + detail : summary).includes(id),
  );
}

/** Whether an error names a lost pull secret that cannot be listed, as P2 wants it. */
export function isLostPullSecretNamed(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(
    ({ severity, detail }) => severity === 'error' && /registry\.example[\s\S]*octo/.test(detail),
  );
}

/** Ids of access keys that one of these secrets holds: its readers use them, so they stay whatever happens to the host. */
export function keysStoredIn(
  { inspect }: Emulator,
  { projectId }: Project,
  secretIds: ReadonlySet<string>,
): ReadonlySet<string> {
  const values = inspect.secrets().flatMap(({ id }) => (secretIds.has(id) ? [inspect.secretValue(id)] : []));
  const isStored = (id: string) => values.some((value) => value.includes(inspect.secretAccessKey(id)));
  const own = inspect.accessKeys().filter((key) => key.projectId === projectId);
  return new Set(own.flatMap(({ id }) => (isStored(id) ? [id] : [])));
}

/** What may follow an interruption: reading, and deleting keys that nobody can use. */
const CLEAN_UP = /^(list|deleteAccessKey$)/;

/** Requests that arrived after the first `count` of them, and that begin something. */
export function begunAfter({ emulator, project }: World, count: number): readonly string[] {
  const operations = requestsOf({ emulator, project }).slice(count);
  return operations.filter((operation) => !CLEAN_UP.test(operation));
}

/** Operations of the project's requests, in the order in which they arrived. */
export function requestsOf({ emulator, project }: Pick<World, 'emulator' | 'project'>): readonly string[] {
  return emulator.journal.requests({ projectId: project.projectId }).map(({ operation }) => operation ?? 'unknown');
}
