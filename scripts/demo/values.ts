import { randomBytes } from 'node:crypto';

/** The stack's input variables, by name. */
export interface Values {
  readonly payment_api_key: string;
  readonly session_secret: string;
  readonly session_secret_version: string;
  readonly ghcr_username: string;
  readonly ghcr_token: string;
}

/** Initial values: the demo plays the user, who has an API key and a GitHub token, and generates the session secret. */
export function firstValues(): Values {
  return {
    payment_api_key: `pay_live_${randomBytes(18).toString('hex')}`,
    session_secret: drawSessionSecret(),
    session_secret_version: '1',
    ghcr_username: 'octocat',
    ghcr_token: `ghp_${randomBytes(18).toString('hex')}`,
  };
}

/** The same with a new session secret. */
export function rotated(values: Values): Values {
  return { ...values, session_secret: drawSessionSecret(), session_secret_version: '2' };
}

const drawSessionSecret = () => randomBytes(32).toString('base64url');
