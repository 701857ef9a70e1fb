import type { Emulator, Project } from '../../../emulator';
import type { Diagnostic } from '../../../framework/diagnostic';
import type { ObjectValue } from '../../../framework/values/value';
import type { Clock } from '../../host/provider/support/environment';
import type { Host, Kept } from '../../support/host';
import type { Bystanders, Story } from './fault-stories';

/** Where a story happens. */
export interface Place {
  readonly emulator: Emulator;
  readonly project: Project;
  readonly clock: Clock;
  readonly there: Bystanders;
  /** Starts a provider, as every command does. */
  command(): Promise<Host>;
}

/** What Terraform keeps after a command, and what it says. */
export interface Heard {
  readonly kept: Kept | null;
  readonly diagnostics: readonly Diagnostic[];
}

/** A story right before its step. */
export interface Begun {
  readonly kept: Kept | null;
  /** What is configured in the step; in a delete what was before. */
  readonly config: ObjectValue;
  /** Carries out the step from what is kept; a read applies. */
  go(host: Host, from: Kept | null): Promise<Heard>;
}

/** Leads the object of a story up to its step. */
export async function begin(story: Story, { emulator, project, clock, there, command }: Place): Promise<Begun> {
  const { typeName, step } = story;
  const configOf = (configured: Exclude<Story['step'], string>) =>
    typeof configured === 'function' ? configured(there) : configured;
  let kept: Kept | null = null;
  for (const configured of story.before) {
    kept = (await (await command()).apply(typeName, configOf(configured), kept)).kept;
  }
  clock.now += story.agoMs ?? 0;
  if (kept) kept = (await (await command()).refresh(typeName, kept)).kept;
  if (story.revoked && kept) {
    // A key younger than ten minutes would not count as gone.
    clock.now += 11 * 60_000;
    await revokeKeys(emulator.baseUrl, project, kept.state);
    kept = (await (await command()).refresh(typeName, kept)).kept;
  }
  const config = configOf((typeof step === 'string' ? story.before.at(-1) : step) ?? {});
  return {
    kept,
    config,
    async go(host, from) {
      if (step === 'delete') return from ? host.destroy(typeName, from) : { kept: null, diagnostics: [] };
      return host.apply(typeName, config, from);
    },
  };
}

/** Deletes the keys of a state at the service. */
export async function revokeKeys(baseUrl: string, { token }: Project, state: ObjectValue | undefined): Promise<void> {
  for (const { id } of keysOf(state)) {
    await fetch(`${baseUrl}/s3/keys/${id}`, { method: 'DELETE', headers: { authorization: `Bearer ${token}` } });
  }
}

/** The keys in a state. */
export function keysOf(state: ObjectValue | undefined): { name: string; id: unknown; half: unknown }[] {
  const keys = [
    { name: 'current', key: state?.current ?? ('access_key_id' in (state ?? {}) ? state : null) },
    { name: 'previous', key: state?.previous ?? null },
  ] as { name: string; key: ObjectValue | null }[];
  return keys.flatMap(({ name, key }) => (key ? [{ name, id: key.id, half: key.secret_access_key }] : []));
}
