import { Diagnostics, requireSynchronous } from '../diagnostic';
import { leftUnknown } from '../plan/import-marks';
import { planAttributes } from '../plan/plan';
import { PrivateState } from '../plan/private-state';
import { misfitsOfPlan } from '../schema/fit-state-to-schema';
import { plannedIdentityOf, refuseEmptyIdentity } from '../schema/identity';
import { refuseEqualObjects } from '../schema/nested';
import { schemaType } from '../schema/schema';
import { writeOnlyToNull } from '../schema/write-only';
import { fromDoubles, hasDoubles, toDoubles } from '../values/doubles';
import { partType } from '../values/equal';
import { formatPath, type Path } from '../values/path';
import { isObject, type ObjectValue, type Value } from '../values/value';
import type { Deferrable, Diagnosed, Identified } from './messages';
import { bytesOf, reportError, reportMisfits, reportOtherIdentity, type Target } from './operation';

export interface PlanResourceChangeRequest {
  readonly typeName: string;
  readonly prior: Value;
  /** The configuration, with computed values of the prior state where it has none. Null for a destroy. */
  readonly proposed: Value;
  readonly config: Value;
  readonly private: Uint8Array;
}

export interface PlanResourceChangeResponse extends Diagnosed, Deferrable, Identified {
  /** Null for a destroy. After an error, the plan as far as it was made, or the proposed state. */
  readonly planned: Value;
  /** The attributes whose change replaces the object, each once; empty if it is changed in place, and for a destroy. */
  readonly requiresReplace: readonly Path[];
  /** The planned private state. That of a replacement starts empty. */
  readonly private: Uint8Array;
}

/**
 * Plans a change, or a destroy if nothing is proposed. Pure: the result depends on Terraform's request and the configuration only (F1). Works
 * without a connection, too: while the provider's configuration is unknown, or not set. If Terraform can defer, the plan is then marked as
 * deferred. What `modifyPlan` or `planDestroy` throws is an error in the response; so is a plan that changes an identity without a replacement,
 * and one that does not fit the schema, in whose place is the proposed state. Whether a plan keeps to the configuration is for Terraform to check.
 * What a plan modifier throws passes through.
 */
export function planResourceChange<C>(
  target: Target<C>,
  request: PlanResourceChangeRequest,
): PlanResourceChangeResponse {
  const diagnostics = new Diagnostics();
  const replace = new Map<string, Path>();
  const { definition: resource } = target;
  const { prior, proposed, config } = request;
  const type = schemaType(resource.schema);
  const handed = <V extends ObjectValue>(value: V) => toDoubles(value, type);
  // In the plan of a replacement, Terraform sends the private state of the old object, which the new one must not inherit.
  const creates = prior === null && isObject(proposed);
  const privateState = new PrivateState(creates ? undefined : request.private);

  const response = (planned: Value): PlanResourceChangeResponse => ({
    planned,
    requiresReplace: [...replace.values()],
    private: bytesOf({ ...target, diagnostics }, privateState),
    identity: plannedIdentityOf(resource, prior, planned),
    ...(target.configuration.defers && { deferred: true }),
    diagnostics: diagnostics.all,
  });
  const { connection, environment } = target.configuration;
  const { log } = environment;
  if (!isObject(proposed) || !isObject(config)) {
    try {
      if (isObject(prior))
        requireSynchronous(
          resource.planDestroy?.({ state: handed(prior), connection, privateState, diagnostics, log }),
          'planDestroy',
        );
    } catch (error) {
      reportError(target, diagnostics, error, 'plan to destroy');
    }
    return response(null);
  }

  const before = isObject(prior) ? prior : undefined;
  const requiresReplace = (path: Path) => replace.set(formatPath(path), path);
  const { attributes } = resource.schema;
  const planned: Record<string, Value> = {
    ...planAttributes({
      attributes,
      config,
      prior: before,
      proposed,
      type,
      canUpdate: resource.update !== undefined,
      leftUnknown: (name) => leftUnknown(privateState, name),
      requiresReplace,
    }),
  };
  const seen = hasDoubles(type) ? { ...handed(planned) } : planned;
  try {
    const modified: unknown = resource.modifyPlan?.({
      config: handed(config),
      prior: before && handed(before),
      plan: seen,
      set: (name, value) => {
        const at = String(name);
        seen[at] = value as Value;
        planned[at] = fromDoubles(value as Value, partType(type, at), config[at] ?? null, proposed[at] ?? null);
      },
      requiresReplace,
      get replacing() {
        return [...replace.values()];
      },
      replaced: creates && request.private.length > 0 ? new PrivateState(request.private) : undefined,
      connection,
      privateState,
      diagnostics,
      log,
    });
    requireSynchronous(modified, 'modifyPlan');
  } catch (error) {
    reportError(target, diagnostics, error, 'plan');
  }
  const misfits = misfitsOfPlan(resource.schema, planned, proposed);
  const checked = { ...target, diagnostics, operation: 'plan', end: 'Nothing was planned.' };
  reportMisfits(checked, misfits);
  refuseEmptyIdentity(resource, planned, diagnostics);
  if (misfits.length === 0) refuseEqualObjects(attributes, planned, diagnostics);
  if (replace.size === 0) reportOtherIdentity(checked, prior, planned);
  return response(writeOnlyToNull(attributes, misfits.length > 0 ? proposed : planned));
}
