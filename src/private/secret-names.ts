import { Token } from 'cdktf';
import type { IConstruct } from 'constructs';
import { matches, type Problem } from './checks';
import { providerOf } from './resource';
import { requireUnique } from './unique';

/** Checks a name that the service takes for a secret. */
export const validSecretName = (name: string): Problem =>
  matches('secretName', name, /^[a-z0-9-]+$/, 'lowercase letters, digits and hyphens, at least one');

/**
 * The service refuses a second secret of a name in the same project, or, worse, does not: an error at synthesis.
 *
 * @param owner whose secret it is
 * @param kind what the owner is, for the message
 * @param secretName name of the secret; a token is not compared
 * @param projectId project of the owner, where it names one
 */
export function requireOwnName(owner: IConstruct, kind: string, secretName: string, projectId = ''): void {
  if (Token.isUnresolved(secretName)) return;
  requireUnique(
    owner,
    `secret ${providerOf(owner)} ${projectId} ${secretName}`,
    (first) =>
      `${kind} "${owner.node.path}" and "${first}" have the same "secretName" ${JSON.stringify(secretName)}: ` +
      'a name is unique in its project',
  );
}
