import type { Redactor } from '../../../framework/redact';
import { MalformedResponseError } from '../errors/errors';
import { isPage } from '../responses/markup';
import type { HttpResponse, Outgoing, Transport } from './transport';

const MAX_REDIRECTS = 5;

/** The statuses that a request follows. With the others, a write would become a GET. */
const FOLLOWED_BY_READS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const FOLLOWED_BY_WRITES: ReadonlySet<number> = new Set([307, 308]);

/** The response at the end of the redirects; its `target` is set unless it is one of the five redirects. */
export interface Final extends HttpResponse {
  /** If it is a redirect that is not followed: its target without user, query and fragment, the reason, and advice, as sentences. */
  readonly unfollowed?: ((redact: Redactor) => string) | undefined;
}

/**
 * Sends a request, and sends it again unchanged to where redirects lead within the scheme, host and port of `origin` (P46), five times at
 * most: a GET with any of them, a write with 307 and 308 only. A redirect that is followed had no effect of its own. No path is remembered
 * for later requests: nothing tells how long it stays valid. Resolves with the last response, whatever its status. Rejects like `exchange`,
 * and with MalformedResponseError, after which a write may have taken effect, if redirects lead to a success that is a page of markup.
 */
export async function followRedirects(
  origin: URL,
  request: Outgoing,
  transport: Pick<Transport, 'exchange'>,
): Promise<Final> {
  const followed = request.method === 'GET' ? FOLLOWED_BY_READS : FOLLOWED_BY_WRITES;
  let { target } = request;
  for (let redirects = 0; ; redirects += 1) {
    const response = await transport.exchange({ ...request, target });
    if (!FOLLOWED_BY_READS.has(response.status)) {
      // A login page perhaps, and no response of the service. A write may have had its effect; a retry would end there again.
      if (redirects > 0 && response.status < 300 && isPage(response))
        throw new MalformedResponseError(request, 'a page of markup, to which it was redirected', false);
      return { ...response, target };
    }
    const to = locationOf(response, new URL(origin.origin + target));
    if (typeof to === 'string') return { ...response, unfollowed: () => to };
    const unfollowed = reasonAgainst(to, origin, request.method, redirects, followed.has(response.status));
    if (unfollowed !== undefined) return { ...response, unfollowed };
    target = to.pathname + to.search;
  }
}

/** The target of a redirect, or its fault, as a sentence. */
function locationOf({ headers }: HttpResponse, here: URL): URL | string {
  const given: string | readonly string[] = headers.location ?? '';
  if (typeof given !== 'string') return `This redirect names two targets. ${CHECK}`;
  if (given.trim() === '') return `This redirect names no target. ${CHECK}`;
  return URL.parse(given, here.href) ?? `This redirect names a target that is not a valid address. ${CHECK}`;
}

const CHECK = 'Check base_url and any proxy on the way.';

function reasonAgainst(
  to: URL,
  origin: URL,
  method: string,
  redirects: number,
  isFollowed: boolean,
): Final['unfollowed'] {
  const name = nameOf(to);
  if (to.origin !== origin.origin) {
    return (redact) =>
      `This redirect points to ${redact(name)}, which has another scheme, host or port, so the token is not sent there. If the service is there, set base_url to its address.`;
  }
  if (!isFollowed) {
    return (redact) =>
      `This redirect points to ${redact(name)}, and only with 307 or 308 would a ${method} be sent there unchanged. Set base_url so that the service does not redirect, or ask its operator.`;
  }
  if (redirects < MAX_REDIRECTS) return undefined;
  return (redact) =>
    `The request was redirected ${MAX_REDIRECTS} times already, and this redirect points to ${redact(name)}. ${CHECK}`;
}

/** An address in the form for a message, without user and query. */
const nameOf = ({ protocol, origin, pathname }: URL) =>
  origin === 'null' ? `an address with ${protocol}` : origin + pathname;
