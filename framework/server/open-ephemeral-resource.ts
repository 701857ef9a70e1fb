import { Diagnostics } from '../diagnostic';
import { withUndecided } from '../plan/plan';
import { keepMeaning } from '../plan/same-meaning';
import { nullObject, schemaType } from '../schema/schema';
import { toDoubles } from '../values/doubles';
import type { Value } from '../values/value';
import { isObject, UNKNOWN } from '../values/value';
import { closeEphemeralResource, type EphemeralTarget, keyOf } from './close-ephemeral-resource';
import type { BlockRequest, Deferrable, Diagnosed } from './messages';
import { bytesOf, fitting, handling, judgeForgotten, reportError } from './operation';

export interface OpenEphemeralResourceResponse extends Diagnosed, Deferrable {
  /** Undefined if the handler did not run or threw, or its result does not fit; unknown after a deferral. */
  readonly result: Value | undefined;
  /** The private data for the request to close, also if the result does not fit; empty if nothing was opened or the result is no object. */
  readonly private: Uint8Array;
}

const NO_BYTES = new Uint8Array();

/**
 * Opens an ephemeral resource, and remembers it until it is closed: by Terraform, or by the framework at the end of the connection (F4). That is so
 * also if its result does not fit the schema, or comes too late; not if its handler throws. While an argument of the provider block is unknown,
 * opening is deferred if Terraform supports that. Otherwise it is an error that names the argument: Terraform accepts no unknown result (F2).
 */
export async function openEphemeralResource<C>(
  target: EphemeralTarget<C>,
  { typeName, config }: BlockRequest,
): Promise<OpenEphemeralResourceResponse> {
  const diagnostics = new Diagnostics();
  const { definition, configuration, calls } = target;
  if (configuration.defers) return { result: UNKNOWN, private: NO_BYTES, deferred: true, diagnostics: [] };
  try {
    const { attributes } = definition.schema;
    const known = isObject(config) ? config : nullObject(attributes);
    const given = handling(target, diagnostics, NO_BYTES, { attributes, operation: 'open', values: known });
    const open = async () => {
      const opened = await definition.open({
        ...given,
        config: toDoubles(withUndecided(attributes, known), schemaType(definition.schema)),
      });
      const request = { typeName, private: bytesOf({ ...target, diagnostics }, given.privateState) };
      calls.openEphemeralResources.opened(keyOf(request), async () => {
        const { diagnostics: found } = await calls.cleaningUp((call) =>
          closeEphemeralResource({ ...target, call }, request),
        );
        for (const { severity, summary, detail } of found)
          configuration.environment.log(severity === 'error' ? 'error' : 'warn', summary, { detail });
      });
      await judgeForgotten(target, diagnostics, 'open').catch((error) =>
        reportError(target, diagnostics, error, 'open ephemeral'),
      );
      // Undefined, with errors, if it does not fit; the private bytes are told even then.
      const end = 'It is closed when the command ends.';
      const fitted = fitting({ ...target, diagnostics, operation: 'open', end }, opened, null, [known]);
      const result = fitted && keepMeaning(attributes, fitted, known);
      return { result, private: request.private, diagnostics: diagnostics.all };
    };
    return await target.call.settle(calls.openEphemeralResources.opening(open()));
  } catch (error) {
    reportError(target, diagnostics, error, 'open ephemeral');
    return { result: undefined, private: NO_BYTES, diagnostics: diagnostics.all };
  }
}
