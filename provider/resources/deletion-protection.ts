import { bool, DiagnosticError, isUnknown, type PlanRequest, path, type Unknown } from '../../framework';
import type { Connection } from '../service/connection';

/** The attribute `deletion_protection`, only in Terraform: from state, as the block may be gone, or else the provider's default (decision 0056). */
export const deletionProtectionAttribute = (noun: Noun) =>
  bool({
    optional: true,
    description:
      `Whether a plan that would destroy or replace the ${noun} is an error, even after its block was deleted from the code. ` +
      'It takes effect once it is applied: to destroy a protected one, set `false`, apply, and then destroy. Default: the ' +
      "provider's `deletion_protection`, which is `false`.",
  });

type Noun = 'bucket' | 'secret';

interface Protectable {
  readonly id: string | null;
  readonly deletion_protection: boolean | null;
}

type Origin = 'resource' | 'provider';

/** Key of private state: the origin of the protection, for the plan of an object that replaces the protected one. */
const PROTECTED = 'protected';

/**
 * Throws a DiagnosticError for a protected object: at plan, where `connection` is undefined while the provider's configuration is unknown, so that
 * its default protects nothing, and at apply, for deletions that `planDestroy` has not seen, as after a taint.
 */
export function requireUnprotected(
  { state, connection }: { readonly state: Protectable; readonly connection: Connection | undefined },
  noun: Noun,
): void {
  const origin = protectionOf(state.deletion_protection, connection);
  if (origin) throw protectionError(origin, 'destroy', nameOf(noun, state));
}

/**
 * Reports an error for a plan that replaces an object, other than a tainted one, which is protected or is planned to be protected. Call it in every
 * plan, after whatever else replaces: it notes the protection in private state, for the plan of the object that replaces this one.
 */
export function protectReplaced<M extends Protectable>(request: PlanRequest<M, Connection>, noun: Noun): void {
  const { prior, plan, connection, privateState, replaced, replacing, diagnostics } = request;
  const refuse = (origin: Origin, name: string) =>
    diagnostics.add(protectionError(origin, 'replace', name).toDiagnostic());
  if (!prior) {
    const noted = replaced?.get(PROTECTED);
    if (noted === 'resource' || noted === 'provider') refuse(noted, `This ${noun}`);
    return;
  }
  const origin =
    protectionOf(prior.deletion_protection, connection) ?? protectionOf(plan.deletion_protection, connection);
  privateState.set(PROTECTED, origin);
  if (origin && replacing.length > 0) refuse(origin, nameOf(noun, prior));
}

function protectionOf(own: boolean | null | Unknown, connection: Connection | undefined): Origin | undefined {
  if (isUnknown(own)) return undefined;
  if (own !== null) return own ? 'resource' : undefined;
  return connection?.deletionProtection ? 'provider' : undefined;
}

const nameOf = (noun: Noun, { id }: Protectable) => `The ${noun} ${JSON.stringify(id)}`;

function protectionError(origin: Origin, verb: 'destroy' | 'replace', name: string): DiagnosticError {
  const [reason, forAll] =
    origin === 'resource'
      ? ['its deletion_protection is true', '']
      : [
          'deletion_protection of the provider block, or COFFER_DELETION_PROTECTION, is true, and it has no value of its own',
          ' To lift it for all at once, as in a throw-away environment, set it to false in the provider block.',
        ];
  return new DiagnosticError(
    'Protected from deletion',
    `${name} is protected, so Terraform may not ${verb} it: ${reason}. To ${verb} it, set deletion_protection = false in its ` +
      `block, apply, and then ${verb} it. If the block is no longer in the code, put it back first.${forAll} A tainted object ` +
      'is kept by terraform untaint. To let go of an object that stays at the service, use a removed block with destroy = false.',
    path('deletion_protection'),
  );
}
