/* Keeps the mark of a resource's address in private state, and claims the objects of its state for it (P51). */

import { DiagnosticError, type Diagnostics, type ObjectValue, type PrivateState } from '../../framework';
import type { Claim, HeldObject } from '../service/addresses';
import type { AnyResource, Connection } from '../service/connection';
import type { Holdings } from './holdings';

/** Key of private state: the mark of the address. */
const MARK = 'at';

/**
 * Adds P51 to a resource: a create and an import write a mark, a refresh gives one to a state of before. A plan claims what the address holds, imports
 * and deletes. A conflict is an error of the call that comes second, and always of one that comes before a DELETE.
 */
export function oneAddress(holdings: Holdings, resource: AnyResource): AnyResource {
  const { modifyPlan, planDestroy, create, read, update, delete: destroy, importState } = resource;
  if (!update || !importState) throw new TypeError(`${resource.typeName} can neither be updated nor imported`);
  return {
    ...resource,

    modifyPlan(request) {
      modifyPlan?.(request);
      const { prior, plan, replaced, connection, privateState, diagnostics } = request;
      if (!connection) return;
      const { addresses } = connection;
      reporting(diagnostics, () => {
        const mark = replaced && markIn(replaced);
        // The second plan of a replacement.
        if (mark !== undefined)
          for (const object of addresses.objectsAt(mark)) addresses.claim(object, mark, 'deletes');
        // A state of before, planned without a refresh: only its destroy is certain to be at another address than a mark.
        if (!prior || markIn(privateState) === undefined) return;
        const leaving = holdings.deletedBy(prior, plan);
        const isLeaving = ({ id }: HeldObject) => leaving.some((one) => one.id === id);
        for (const object of leaving) addresses.claim(object, markIn(privateState), 'deletes');
        for (const object of holdings.of(prior))
          if (!isLeaving(object)) addresses.claim(object, markIn(privateState), 'holds');
      });
    },

    planDestroy(request) {
      planDestroy?.(request);
      const { state, connection, privateState, diagnostics } = request;
      if (connection)
        reporting(diagnostics, () => claimAll({ connection, privateState }, holdings.of(state), 'deletes'));
    },

    create(request) {
      giveMark(request);
      return create(request);
    },

    async read(request) {
      if (markIn(request.privateState) === undefined) giveMark(request);
      return read(request);
    },

    async update(request) {
      if (markIn(request.privateState) === undefined) giveMark(request);
      claimAll(request, holdings.deletedBy(request.state, request.plan), 'deletes');
      return update(request);
    },

    async delete(request) {
      const objects = holdings.of(request.state);
      claimAll(request, objects, 'deletes');
      await destroy(request);
      for (const object of objects) request.connection.addresses.deleted(object);
    },

    async importState(request) {
      const state = await importState(request);
      if (request.isListed) return state;
      giveMark(request);
      claimAll(request, holdings.of(state as ObjectValue), 'imports');
      return state;
    },
  };
}

interface Marked {
  readonly connection: Connection;
  readonly privateState: PrivateState;
}

function markIn(privateState: PrivateState): string | undefined {
  const mark = privateState.get(MARK);
  return typeof mark === 'string' ? mark : undefined;
}

function giveMark({ connection, privateState }: Marked): string {
  const mark = shortened(connection.client.uuid());
  privateState.set(MARK, mark);
  return mark;
}

/** Eight characters of a UUID, 48 random bits: Terraform writes the state of each object again and again, and an address differs from its neighbours by less. */
const shortened = (uuid: string): string => Buffer.from(uuid.slice(-12), 'hex').toString('base64url');

function claimAll({ connection, privateState }: Marked, objects: readonly HeldObject[], claim: Claim): void {
  for (const object of objects) connection.addresses.claim(object, markIn(privateState), claim);
}

/** Reports a conflict beside what else the plan reports. */
function reporting(diagnostics: Diagnostics, work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof DiagnosticError)) throw error;
    diagnostics.add(error.toDiagnostic());
  }
}
