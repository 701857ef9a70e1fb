/** What the practitioner can do about a status, as a sentence. `location` is where a redirect points. */
export function adviceForStatus(status: number, location?: string): string {
  if (status >= 300 && status < 400) {
    return `Redirects are not followed, so that the token stays where it belongs; this one points to ${location ?? 'nowhere'}. Set base_url to the final address.`;
  }
  switch (status) {
    case 400:
    case 422:
      return 'Correct what the service complains about.';
    case 401:
      return 'Check that the token is right and has not expired.';
    case 403:
      return 'Check that the token may do this in this project.';
    case 404:
      return 'Check base_url and whether the object still exists.';
    case 409:
      return 'Find out what stands against it: a name in use, or an object that others still need.';
    case 413:
      return 'Send less.';
    case 429:
      return 'Try again later, or lower max_concurrent_requests.';
  }
  return status >= 500
    ? 'The service has failed; try again later.'
    : 'Check base_url, and whether it is the service this provider is made for.';
}

const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)|ALTNAME|^ERR_(?:TLS|SSL)/;

/** What the practitioner can do about a connection failure, as a sentence. */
export function adviceForCode(code: string): string {
  if (isCertificateProblem(code)) return 'The server’s certificate is not trusted; give its authority in ca_cert_pem.';
  switch (code) {
    case 'ECONNREFUSED':
      return 'Nothing listens there; check base_url and that the service runs.';
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'The host name of base_url cannot be resolved; check it and the network.';
    case 'UND_ERR_INVALID_ARG':
      return 'The request cannot be sent as it is; check the token for stray characters, such as a line break.';
    case 'UND_ERR_DESTROYED':
    case 'UND_ERR_CLOSED':
      return 'The provider is shutting down.';
  }
  return 'Check the network and any proxy on the way, then try again.';
}

/** True when no repetition can help: the cause lies in settings, not in the weather. */
export function isPermanent(code: string): boolean {
  return isCertificateProblem(code) || PERMANENT.has(code);
}

const PERMANENT = new Set(['ENOTFOUND', 'UND_ERR_INVALID_ARG', 'UND_ERR_DESTROYED', 'UND_ERR_CLOSED']);

const isCertificateProblem = (code: string) => CERTIFICATE.test(code);
