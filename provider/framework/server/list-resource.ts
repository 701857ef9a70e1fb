import { type Diagnostic, Diagnostics } from '../diagnostic';
import { identityOf } from '../identity';
import { nullObject } from '../schema';
import { isObject, type ObjectValue } from '../value';
import { writeOnlyToNull } from '../write-only';
import type { ListedResource, ListResourceRequest } from './messages';
import { handling, type ListTarget, reportError } from './operation';

/** Lists what exists. An error ends the list; what a whole object needs is read only where Terraform asks for it. */
export async function* listResource<C>(
  target: ListTarget<C>,
  { config, includeResource, limit, signal: cancelled }: ListResourceRequest,
): AsyncGenerator<ListedResource> {
  const diagnostics = new Diagnostics();
  const { listResource: kind, resource, configuration } = target;
  try {
    const { client, now } = handling(target, diagnostics, new Uint8Array());
    const signal = AbortSignal.any([cancelled, configuration.signal]);
    const known = isObject(config) ? config : nullObject(kind.schema.attributes);
    const found = await kind.list({ config: known, client, now, signal, diagnostics });
    if (diagnostics.all.length > 0) yield only(diagnostics.all);

    for (const { id, displayName } of found.slice(0, limit > 0 ? limit : undefined)) {
      if (cancelled.aborted) return;
      const identity = { [resource.identity ?? 'id']: id };
      const state = includeResource ? await read(target, id, signal) : undefined;
      // Gone between the list and the read: there is nothing to show.
      if (includeResource && state === undefined) continue;
      yield { identity, displayName, ...(state && { state }), diagnostics: [] };
    }
  } catch (error) {
    const failure = new Diagnostics();
    reportError(target, failure, error, 'list');
    yield only(failure.all);
  }
}

/** The object as an import of it would give it. */
async function read<C>(target: ListTarget<C>, id: string, signal: AbortSignal) {
  const { resource } = target;
  const diagnostics = new Diagnostics();
  const given = { ...handling(target, diagnostics, new Uint8Array()), signal };
  const known = await resource.importState({ ...given, id });
  const imported = { ...nullObject(resource.schema.attributes), ...known } as ObjectValue;
  const state = await resource.read({ ...given, state: imported });
  return state && identityOf(resource, state) ? writeOnlyToNull(resource.schema.attributes, state) : undefined;
}

const only = (diagnostics: readonly Diagnostic[]): ListedResource => ({ displayName: '', diagnostics });
