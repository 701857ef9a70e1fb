import { DiagnosticError, Diagnostics } from '../diagnostic';
import { endMarks } from '../plan/import-marks';
import type { PrivateState } from '../plan/private-state';
import { keepMeaning } from '../plan/same-meaning';
import { conformResult, MISSING, type Misfit } from '../schema/fit-state-to-schema';
import { identityOf, withIdentity } from '../schema/identity';
import type { Saved } from '../schema/model';
import { nullObject, schemaType } from '../schema/schema';
import { requireArguments } from '../schema/validate';
import { writeOnlyToNull } from '../schema/write-only';
import { toDoubles } from '../values/doubles';
import { formatPath } from '../values/path';
import {
  isObject,
  isUnknown,
  leaveUndecided,
  mapValues,
  nullUnknowns,
  type ObjectValue,
  type Value,
} from '../values/value';
import type { Diagnosed, Identified } from './messages';
import {
  bytesOf,
  type Called,
  handling,
  judgeForgotten,
  refuseGone,
  reportError,
  reportMisfits,
  reportOtherIdentity,
  requireIdentity,
  type Target,
} from './operation';

export interface ApplyResourceChangeRequest {
  readonly typeName: string;
  readonly prior: Value;
  /** Null for a destroy. */
  readonly planned: Value;
  /** Null for a destroy. */
  readonly config: Value;
  /** The planned private state. */
  readonly private: Uint8Array;
}

export interface ApplyResourceChangeResponse extends Diagnosed, Identified {
  /** The object as it exists now; null for none. After an error, the last state that the handler saved, or else the prior one. */
  readonly state: Value;
  readonly private: Uint8Array;
}

/**
 * Applies a planned change: creates if there is no prior state, deletes if nothing is planned, otherwise updates.
 *
 * After a failure the response has the last state that the handler saved, or the prior state if it saved none; the private state is what the handler
 * has set by then. A state that does not fit the schema is corrected, so that Terraform can always write it (F5), and if it is the last, reported as
 * an error. What an update lacks of the identity stays as it was. Never rejects.
 */
export async function applyResourceChange<C>(
  target: Target<C> & Called,
  request: ApplyResourceChangeRequest,
): Promise<ApplyResourceChangeResponse> {
  const diagnostics = new Diagnostics();
  const { definition: resource } = target;
  const { attributes } = resource.schema;
  const { prior, planned } = request;
  const operation = verb(request);
  let latest: Value = prior;
  let misfits: readonly Misfit[] = [];
  const unsaved: Misfit[] = [];
  let privateState: PrivateState | undefined;
  if (isObject(prior)) target.call.state = 'prior';

  try {
    const values = isObject(planned) ? planned : isObject(prior) ? prior : undefined;
    const given = handling(target, diagnostics, request.private, { attributes, operation, values });
    privateState = given.privateState;
    if (isObject(prior)) requireIdentity(target, prior);
    if (isObject(planned)) {
      const handed = <V extends ObjectValue>(value: V) => toDoubles(value, schemaType(resource.schema));
      const plan = handed(leaveUndecided(planned) as ObjectValue);
      const config = isObject(request.config) ? request.config : nullObject(attributes);
      const keep = (state: ObjectValue) => {
        refuseGone({ typeName: target.typeName, operation }, state);
        const known = isObject(latest) ? latest : writeOnlyToNull(attributes, nullUnknowns(planned) as ObjectValue);
        const kept = isObject(prior) && isObject(state) ? withIdentity(resource, state, prior) : state;
        const fitted = conformResult(resource, kept, known, [planned]);
        latest = withIdentity(resource, fitted.state, known);
        misfits = fitted.misfits;
        endMarks(attributes, fitted.state, given.privateState);
        target.call.state = 'saved';
        latest = keepMeaning(attributes, latest as ObjectValue, planned);
      };
      const save = (state: Saved<ObjectValue, never>) => {
        keep(state as ObjectValue);
        // What is not decided yet may be later.
        unsaved.push(...misfits.filter(({ problem }) => problem !== MISSING));
        misfits = [];
      };
      requireArguments(attributes, plan, diagnostics);
      if (diagnostics.hasErrors) return response();
      const input = { ...given, plan, config: handed(config), save };
      const { create, update = keepPlan(planned) } = resource;
      keep(await target.call.settleLate(isObject(prior) ? update({ ...input, state: handed(prior) }) : create(input)));
      await judgeForgotten(target, diagnostics, operation);
    } else if (isObject(prior)) {
      await target.call.settleLate(resource.delete({ ...given, state: toDoubles(prior, schemaType(resource.schema)) }));
      await judgeForgotten(target, diagnostics, operation);
      // With an error that it reports, the object may be there still.
      if (!diagnostics.hasErrors) latest = null;
    } else {
      throw new DiagnosticError(
        'Nothing to apply',
        `Terraform asked to delete a ${target.typeName} that is not in state, so nothing was sent. Run terraform plan again; if it ` +
          'plans the same, report it with the log of TF_LOG_PROVIDER=DEBUG.',
      );
    }
  } catch (error) {
    reportError(target, diagnostics, error, operation);
  }
  const end = 'The object exists and is in state with what was known of this attribute before.';
  const checked = { ...target, diagnostics, operation };
  const isNew = (saved: Misfit) => misfits.every(({ path }) => formatPath(path) !== formatPath(saved.path));
  reportMisfits({ ...checked, end }, [...unsaved.filter(isNew), ...misfits]);
  // The new one may be of an object that exists, and that nobody would find otherwise.
  reportOtherIdentity({ ...checked, end: 'State has what it returned.' }, prior, latest);
  return response();

  function response(): ApplyResourceChangeResponse {
    const bytes = privateState ? bytesOf({ ...target, diagnostics }, privateState) : request.private;
    return {
      state: latest,
      private: latest === null ? new Uint8Array() : bytes,
      identity: identityOf(resource, latest),
      diagnostics: diagnostics.all,
    };
  }
}

/** The update of a resource that has none: keeps the plan, with the prior value of an unknown attribute, and null for an unknown part. */
const keepPlan =
  (planned: ObjectValue) =>
  async ({ state }: { readonly state: ObjectValue }): Promise<ObjectValue> =>
    nullUnknowns(
      mapValues(planned, (value, name) => (isUnknown(value) ? (state[name] ?? null) : value)),
    ) as ObjectValue;

function verb({ prior, planned }: ApplyResourceChangeRequest): 'create' | 'update' | 'delete' {
  if (planned === null) return 'delete';
  return prior === null ? 'create' : 'update';
}
