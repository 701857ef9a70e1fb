import { randomBytes } from 'node:crypto';

/** The values of the stack's input variables, by name. */
export interface StackVariables {
  readonly payment_api_key: string;
  readonly session_secret: string;
  readonly session_secret_version: string;
  readonly ghcr_username: string;
  readonly ghcr_token: string;
}

/** Initial values: the demo plays the user, who has an API key and a GitHub token, and generates the session secret. */
export function firstVariables(): StackVariables {
  return {
    payment_api_key: `pay_live_${randomBytes(18).toString('hex')}`,
    session_secret: drawSessionSecret(),
    session_secret_version: '1',
    ghcr_username: 'octocat',
    ghcr_token: `ghp_${randomBytes(18).toString('hex')}`,
  };
}

/** The same values with a new session secret. */
export function rotated(variables: StackVariables): StackVariables {
  return { ...variables, session_secret: drawSessionSecret(), session_secret_version: '2' };
}

const drawSessionSecret = () => randomBytes(32).toString('base64url');
