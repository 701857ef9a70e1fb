import { DiagnosticError, Diagnostics } from '../diagnostic';
import { identityOf } from '../identity';
import { nullObject } from '../schema';
import { isObject, nullUnknowns, type ObjectValue, type Value } from '../value';
import { writeOnlyToNull } from '../write-only';
import type { ApplyResourceChangeRequest, ApplyResourceChangeResponse } from './messages';
import { handling, reportError, type Target } from './operation';

/**
 * Makes a planned change real.
 *
 * What is answered is what exists: after a failure the last state that the handler saved, or, if it saved none, the prior
 * state. So an object that was made is always in Terraform's state, and one that was not is never.
 */
export async function applyResourceChange<C>(
  target: Target<C>,
  request: ApplyResourceChangeRequest,
): Promise<ApplyResourceChangeResponse> {
  const diagnostics = new Diagnostics();
  const { attributes } = target.resource.schema;
  const { prior, planned } = request;
  let latest: Value = prior;
  let rememberedBytes = () => request.private;

  try {
    const given = handling(target, diagnostics, request.private);
    rememberedBytes = () => given.privateState.toBytes();
    if (isObject(planned)) {
      const plan = nullUnknowns(planned) as ObjectValue;
      const config = isObject(request.config) ? request.config : nullObject(attributes);
      const save = (state: ObjectValue) => {
        latest = writeOnlyToNull(attributes, state);
      };
      const input = { ...given, plan, config, save };
      save(
        await (isObject(prior) ? target.resource.update({ ...input, state: prior }) : target.resource.create(input)),
      );
    } else if (isObject(prior)) {
      await target.resource.delete({ ...given, state: prior });
      latest = null;
    } else {
      throw new DiagnosticError(
        'Nothing to apply',
        `Terraform asked to delete a ${target.typeName} that is not in state, so nothing was sent. Run terraform plan again; if it ` +
          'plans the same, report it with the log of TF_LOG_PROVIDER=DEBUG.',
      );
    }
  } catch (error) {
    reportError(target, diagnostics, error, verb(request));
  }
  return {
    state: latest,
    private: latest === null ? new Uint8Array() : rememberedBytes(),
    identity: identityOf(target.resource, latest),
    diagnostics: diagnostics.all,
  };
}

function verb({ prior, planned }: ApplyResourceChangeRequest): string {
  if (planned === null) return 'delete';
  return prior === null ? 'create' : 'update';
}
