import { matches, type Problem } from './checks';

/** Checks that the service accepts the name of a secret. */
export const validSecretName = (name: string): Problem =>
  matches('secretName', name, /^[a-z0-9-]+$/, 'lowercase letters, digits and hyphens, at least one');
