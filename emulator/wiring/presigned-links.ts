import type { DashboardContext } from '../dashboard/ports';
import type { Credentials } from '../domain/credentials';
import { DomainError } from '../domain/errors';
import type { Clock } from '../domain/ports';
import { presignGet } from '../s3/auth/sign-request';

const LONGEST_S = 7 * 24 * 60 * 60;

interface Signer {
  readonly credentials: Pick<Credentials, 'find'>;
  readonly clock: Clock;
  readonly endpoint: string;
  /** The only region that the data plane takes. */
  readonly region: string | undefined;
  readonly realNow?: () => number;
}

/** Signs links for the dashboard, which never sees the secret half of a key. */
export function toPresignPort({
  credentials,
  clock,
  endpoint,
  region,
  realNow = Date.now,
}: Signer): DashboardContext['presign'] {
  return ({ bucket, key, accessKeyId, lifetimeS }) => {
    const credential = credentials.find(accessKeyId);
    if (!credential) throw new DomainError('not_found', 'The access key is gone.', 'access_key_id');
    // A signature from the future is refused by real time, and a link expires by the virtual clock (E5).
    const now = clock.now();
    const signedAt = Math.min(now, realNow());
    const expiresS = Math.ceil((now - signedAt) / 1000) + lifetimeS;
    if (expiresS > LONGEST_S) {
      const message = `The emulator's clock is ahead of the time: no link is valid for more than 7 days, and this one would have to be. Set the clock back, or ask for a shorter time.`;
      throw new DomainError('invalid', message, 'lifetime');
    }
    const { secretAccessKey } = credential;
    const url = presignGet({
      ...{ endpoint, region: region ?? 'us-east-1', bucket, key, accessKeyId, secretAccessKey, signedAt, expiresS },
    });
    if (url === undefined) {
      throw new DomainError(
        'invalid',
        'No link leads to this name: clients take "." and ".." out of a path.',
        'access_key_id',
      );
    }
    // Signed to the second.
    return { url, expiresAt: Math.floor(signedAt / 1000) * 1000 + expiresS * 1000 };
  };
}
