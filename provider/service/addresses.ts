/*
 * One object, one address (P51). Terraform does not tell a provider the address of a resource, but private state travels with it: each address has a
 * mark of its own there, so two marks on one object are two addresses.
 */

import { DiagnosticError } from '../../framework';
import type { Kind } from './known-objects';

/** An object of the service that an address has in its state. */
export interface HeldObject {
  readonly kind: Kind;
  readonly id: string;
}

/** What happens to an object at an address: it stays there, is imported to it, or is deleted. */
export type Claim = 'holds' | 'imports' | 'deletes';

/** What the addresses of one provider block claim, in the calls of one connection. */
export class Addresses {
  /** By object, then by mark; a state without one has `''`. */
  private readonly claims = new Map<string, Map<string, Claim>>();

  /**
   * Records what happens to an object at an address. Throws a DiagnosticError, and records nothing, if another address imports the object, or only one
   * of the two deletes it. An import stays one until the address deletes its object, because an address that has not been seen yet may hold it.
   */
  claim(object: HeldObject, mark: string | undefined, claim: Claim): void {
    const claims = this.of(object);
    const own = mark ?? '';
    for (const [other, its] of claims) {
      if (other !== own && (its !== claim || claim === 'imports')) throw heldElsewhere(object, claim);
    }
    if (claim !== 'holds' || claims.get(own) !== 'imports') claims.set(own, claim);
  }

  /** Forgets an object that was deleted. */
  deleted(object: HeldObject): void {
    this.claims.delete(keyOf(object));
  }

  /** The objects of an address, as far as calls have shown them. */
  objectsAt(mark: string): readonly HeldObject[] {
    return [...this.claims].flatMap(([key, claims]) => (claims.has(mark) ? [toObject(key)] : []));
  }

  private of(object: HeldObject): Map<string, Claim> {
    const known = this.claims.get(keyOf(object));
    const claims = known ?? new Map<string, Claim>();
    if (known === undefined) this.claims.set(keyOf(object), claims);
    return claims;
  }
}

const keyOf = ({ kind, id }: HeldObject): string => `${kind}:${id}`;

function toObject(key: string): HeldObject {
  const end = key.indexOf(':');
  return { kind: key.slice(0, end) as Kind, id: key.slice(end + 1) };
}

const REFUSED: Readonly<Record<Claim, string>> = {
  imports: 'It is not imported, because another address of this provider block has it already',
  deletes: 'It is not deleted, because another address of this provider block has it, or imports it',
  holds: 'It is in state here, and another address of this provider block imports or deletes it',
};

function heldElsewhere({ kind, id }: HeldObject, claim: Claim): DiagnosticError {
  return new DiagnosticError(
    `The ${kind} ${JSON.stringify(id)} has two addresses`,
    `${REFUSED[claim]}: a destroy at one address would delete it at the other, too. Nothing was sent. If you renamed its block, remove the ` +
      'import block and write moved { from = OLD_ADDRESS, to = NEW_ADDRESS } (in a CDK program: moveFromId of the resource). If state has it at both addresses by now, or ' +
      'two blocks are about it, let go of one, which deletes nothing: terraform state rm, or a removed block with destroy = false in place of the resource.',
  );
}
