import type { Diagnostic } from '../../../../framework/diagnostic';
import type { Host, Kept } from '../../../support/host';
import type { Act, World } from './operations';
import { type Found, isNamed } from './oracle';

/** What the practitioner finds out, and what is kept in the end. */
export interface Recovery {
  readonly kept: Kept | null;
  readonly problems: readonly string[];
  readonly told: readonly Diagnostic[];
  /** Access keys that the data source lists. */
  readonly listed: ReadonlySet<string>;
}

/** Runs the same command again until nothing is left to do, taking over or deleting what its errors name. */
export async function recover(
  world: World,
  act: Act,
  {
    kept: from,
    failed,
    lost,
  }: { readonly kept: Kept | null; readonly failed: boolean; readonly lost: readonly Found[] },
): Promise<Recovery> {
  const told: Diagnostic[] = [];
  // Objects that no list has shown are not judged before this (P7).
  world.clock.now += 11 * 60_000;
  let kept = from;
  if (kept && act.kept === null && failed) {
    const plain = await world.command();
    const refreshed = await plain.refresh(act.typeName, kept);
    kept = refreshed.kept && (await plain.destroy(act.typeName, refreshed.kept)).kept;
  }
  const settled = await settle(world, act, kept, async (host, diagnostics) => {
    told.push(...diagnostics);
    const named = lost.find(({ id }) => isNamed(diagnostics, id));
    if (!named) return undefined;
    const adopted = named.kind === 'secret' ? await act.adopt(host, named.id).catch(() => null) : null;
    if (!adopted) await world.send('DELETE', `${PATHS[named.kind]}/${named.id}`);
    return { kept: adopted };
  });
  const { state } = await (await world.command()).data('coffer_access_keys', {});
  const keys = (state?.access_keys ?? []) as { readonly id: string }[];
  return { ...settled, told: [...told, ...settled.told], listed: new Set(keys.map(({ id }) => id)) };
}

const PATHS = { secret: '/secrets', bucket: '/s3/buckets', 'access key': '/s3/keys', 'pull secret': '/secrets/pull' };

/** How often a practitioner tries. */
const ATTEMPTS = 4;

export async function settle(
  world: World,
  act: Act,
  from: Kept | null,
  onFailure: (
    host: Host,
    told: readonly Diagnostic[],
  ) => Promise<{ readonly kept: Kept | null } | undefined> = async () => undefined,
): Promise<Omit<Recovery, 'listed'>> {
  const told: Diagnostic[] = [];
  let kept = from;
  for (let attempt = 1; ; attempt += 1) {
    const host = await world.command();
    if (kept) kept = (await host.refresh(act.typeName, kept)).kept;
    const heard = await act.again(host, kept);
    told.push(...heard.diagnostics);
    const isNew = kept === null && heard.kept !== null;
    kept = heard.kept;
    if (!hasErrors(heard.diagnostics)) break;
    if (isNew && kept) kept = (await host.destroy(act.typeName, kept)).kept;
    if (attempt === ATTEMPTS) {
      return {
        kept,
        told,
        problems: [
          `it never succeeds again: ${heard.diagnostics.map(({ summary, detail }) => summary + detail).join()}`,
        ],
      };
    }
    kept = (await onFailure(host, heard.diagnostics))?.kept ?? kept;
  }
  const host = await world.command();
  if (kept && act.kept !== undefined) kept = (await host.refresh(act.typeName, kept)).kept;
  return { kept, told, problems: await act.check(host, kept) };
}

export async function destroy(world: World, act: Act, kept: Kept): Promise<boolean> {
  const host = await world.command();
  const refreshed = (await host.refresh(act.typeName, kept)).kept;
  return refreshed !== null && (await host.destroy(act.typeName, refreshed)).kept !== null;
}

export const hasErrors = (diagnostics: readonly Diagnostic[]) =>
  diagnostics.some(({ severity }) => severity === 'error');
