import { type Diagnostic, Diagnostics } from '../diagnostic';
import type { AnyListResource, Listed } from '../list-resource';
import { type AnyResource, gone } from '../resource';
import { identityNames, identityOf, identitySchemaOf } from '../schema/identity';
import { nullObject, schemaType } from '../schema/schema';
import { toDoubles } from '../values/doubles';
import { valuesEqual } from '../values/equal';
import { path } from '../values/path';
import type { Value } from '../values/value';
import { isObject, type ObjectValue } from '../values/value';
import { importedState } from './imported-state';
import type { Diagnosed } from './messages';
import { type Called, fitting, handling, reportError, reportMisfits, requireResult, type Target } from './operation';

export interface ListResourceRequest {
  readonly typeName: string;
  readonly config: Value;
  /** Whether Terraform asks for whole objects. */
  readonly includeResource: boolean;
  /** The largest number of objects to return; 0 or less for all. */
  readonly limit: number;
}

/** An object that was found, or only diagnostics. */
export interface ListedResource extends Diagnosed {
  /** Absent if there are only diagnostics. */
  readonly identity?: Value;
  /** Empty if there are only diagnostics. */
  readonly displayName: string;
  /** The whole object, if Terraform asked for it and it could be read. */
  readonly state?: Value;
}

/** The target of a list: a list resource, and the resource whose objects it finds. */
interface ListTarget<C> extends Target<C, AnyListResource<C>>, Called {
  readonly resource: AnyResource<C>;
}

/** The most objects that are read at the same time. The client limits the number of requests. */
const READS_AT_ONCE = 16;

/**
 * Lists existing objects, in the order of the handler, up to the limit. Reads an object only if Terraform asks for whole objects, and then
 * leaves out one that is gone. Diagnostics of the list come first, as an item of their own, and an error that it throws ends the stream.
 *
 * An object that cannot be read is listed without its attributes and with a warning, as in terraform-plugin-framework, because Terraform
 * ends the whole query at the first error of an item. One whose identity does not fit, or null in place of one, is such an error.
 */
export async function* listResource<C>(
  target: ListTarget<C>,
  { config, includeResource, limit }: ListResourceRequest,
): AsyncGenerator<ListedResource> {
  const diagnostics = new Diagnostics();
  let untold = diagnostics;
  const { definition } = target;
  const most = limit > 0 ? limit : Number.POSITIVE_INFINITY;
  try {
    const given = handling(target, diagnostics, new Uint8Array());
    const known = isObject(config) ? config : nullObject(definition.schema.attributes);
    const asked = {
      ...given,
      config: toDoubles(known, schemaType(definition.schema)),
      limit: limit > 0 ? limit : undefined,
    };
    const found = await target.call.settle(definition.list(asked));
    if (!Array.isArray(found)) throw new TypeError('The handler returned no array');
    if (diagnostics.all.length > 0) yield only(diagnostics.all);
    untold = new Diagnostics();
    let shown = 0;
    const width = () => Math.min(READS_AT_ONCE, most - shown);
    // A copy, because null in place of an object becomes one without identity.
    const items = inOrder(found, width, (item) => toItem(target, { ...item }, includeResource));
    while (shown < most) {
      const { done, value } = await target.call.settle(items.next());
      if (done) return;
      given.signal.throwIfAborted();
      if (value === undefined) continue;
      shown += 1;
      yield value;
    }
  } catch (error) {
    reportError(target, untold, error, 'list');
    yield only(untold.all);
  }
}

/** Yields the results of `work` in the order of the items, and runs it for up to `width()` items at once, at least one. */
async function* inOrder<T, R>(
  items: readonly T[],
  width: () => number,
  work: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const begun: Promise<R>[] = [];
  for (const item of items) {
    while (begun.length >= width()) yield await (begun.shift() as Promise<R>);
    begun.push(work(item));
  }
  for (const one of begun) yield await one;
}

/** The response for one object; undefined if the object is gone. Never rejects. */
async function toItem<C>(
  target: ListTarget<C>,
  { identity: found, displayName }: Listed,
  includeResource: boolean,
): Promise<ListedResource | undefined> {
  const diagnostics = new Diagnostics();
  const { resource } = target;
  const schema = { description: '', attributes: identitySchemaOf(resource) ?? {} };
  const identified = { ...target, definition: { ...resource, schema }, diagnostics, operation: 'list' };
  const identity = fitting({ ...identified, end: 'The list ends here.' }, isObject(found) ? found : {});
  if (!identity) return only(diagnostics.all);
  if (!includeResource) return { identity, displayName, diagnostics: [] };
  try {
    const given = handling(target, diagnostics, new Uint8Array());
    const imported = await importedState(resource, given, { id: '', identity, isListed: true });
    const read = await resource.read({ ...given, state: toDoubles(imported, schemaType(resource.schema)) });
    if (read === gone) return undefined;
    requireResult(target, read);
    const whole = { ...target, definition: resource, diagnostics, operation: 'read' };
    const checked = { ...whole, end: 'Only its identity is listed.' };
    const state = fitting(checked, read as ObjectValue, imported);
    const other = state && !valuesEqual(identityOf(resource, state) ?? null, identity, schemaType(schema));
    if (other)
      reportMisfits(checked, [
        { path: path(...identityNames(resource).slice(0, 1)), problem: 'it is not that of the listed object' },
      ]);
    if (state && !diagnostics.hasErrors) return { identity, displayName, state, diagnostics: diagnostics.all };
  } catch (error) {
    reportError(target, diagnostics, error, 'read');
  }
  return { identity, displayName, diagnostics: diagnostics.all.map((one) => toWarning(displayName, one)) };
}

const toWarning = (displayName: string, error: Diagnostic): Diagnostic => ({
  ...error,
  severity: 'warning',
  detail: `${JSON.stringify(displayName)} is listed without its attributes. ${error.detail}`,
});

const only = (diagnostics: readonly Diagnostic[]): ListedResource => ({ displayName: '', diagnostics });
