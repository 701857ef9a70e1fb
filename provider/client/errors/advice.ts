const FOR_STATUS: Readonly<Record<number, string>> = {
  400: 'Correct what the response names.',
  401: 'Check that the token is right and has not expired.',
  403: 'Check that the token may do this in this project.',
  404: 'Check base_url and whether the object still exists.',
  408: 'The request took too long; try again later.',
  409: 'Resolve the conflict: another object has the name, or other objects still use this one.',
  413: 'Reduce the size of the request.',
  429: 'Try again later, or lower max_concurrent_requests.',
};
const SAME_AS: Readonly<Record<number, number>> = { 410: 404, 422: 400 };

/** Advice for the practitioner about a status other than success, as a sentence. A redirect has its own (`redirect.ts`). */
export function adviceForStatus(status: number): string {
  const advice = FOR_STATUS[SAME_AS[status] ?? status];
  if (advice !== undefined) return advice;
  return status >= 500
    ? 'The service has failed; try again later.'
    : 'Check base_url, and whether it is the service this provider is made for.';
}

/** Advice for the practitioner about an S3 error where the REST interface is expected, as a sentence. */
export const ADVICE_FOR_S3 =
  'This is an error of S3: base_url leads to an S3 endpoint. Set it to the address of the REST interface of the service.';

/** The destination of a request, as far as an error may show it: never a user name, a password or a query. */
export interface Route {
  /** Its origin. */
  readonly address: string;
  /** Origin of the proxy, if there is one. */
  readonly proxy?: string | undefined;
  /** The argument that holds the address. */
  readonly setting: string;
  /** True if the connection that failed leads no further than the proxy. Means nothing without a proxy. */
  readonly atProxy?: boolean | undefined;
}

const GIVE_AUTHORITY =
  'give the certificate of its authority in ca_cert_pem or ca_cert_file, or add it to the trust store of this machine';

/** Advice for a bad certificate of `of`, by the codes of OpenSSL and Node. Each code is about one certificate, so none is transient. */
const CERTIFICATES: Readonly<Record<string, (of: string, setting: string) => string>> = {
  ERR_TLS_CERT_ALTNAME_INVALID: (of, setting) =>
    `The certificate of ${of} is for another host name: set ${setting} to a name that the certificate holds.`,
  CERT_HAS_EXPIRED: (of) =>
    `The certificate of ${of}, or of its authority, has expired: renew it, or correct the clock of this machine.`,
  CERT_NOT_YET_VALID: (of) =>
    `The certificate of ${of} is not valid yet: correct the clock of this machine, or the clock of the machine that issued it.`,
  DEPTH_ZERO_SELF_SIGNED_CERT: (of) =>
    `The certificate of ${of} is self-signed, and so not trusted: give it in ca_cert_pem or ca_cert_file.`,
  SELF_SIGNED_CERT_IN_CHAIN: (of) =>
    `The certificate of ${of} comes from an authority that is not trusted, such as that of a company or a proxy: ${GIVE_AUTHORITY}.`,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: (of) =>
    `The certificate of ${of} comes from an authority that is not trusted: ${GIVE_AUTHORITY}.`,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: (of) =>
    `The certificate of ${of} comes from an authority that is not trusted, or an intermediate certificate is missing: ${GIVE_AUTHORITY}.`,
};

/** Codes for a bad certificate of the other side. An alert is what the other side says, then of a certificate that it wants of us. */
const CERTIFICATE = /^(?!.*_ALERT_).*(?:CERT|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)|ALTNAME)/;

/** Codes of OpenSSL and BoringSSL for bytes that are not TLS: the server speaks plain HTTP. */
const NO_TLS = /^ERR_SSL_(?:WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST|UNKNOWN_PROTOCOL)$/;

/** Codes of connections to a server that does not speak plain HTTP: it hangs up, or what it sends is no HTTP. */
const MAY_BE_TLS = /^(?:HPE_.*|UND_ERR_SOCKET|ECONNRESET|EPIPE)$/;

/** Advice for the practitioner about a rejected certificate, as a sentence; undefined for any other failure. */
function adviceForCertificate(code: string, { proxy, atProxy, setting }: Route): string | undefined {
  // undici's own code for a host name that the certificate of the proxy does not cover.
  const ofProxy = code === 'UND_ERR_PRX_TLS' || (proxy !== undefined && atProxy === true);
  const [of, at] = ofProxy ? ['the proxy', 'the host in HTTPS_PROXY or HTTP_PROXY'] : ['the server', setting];
  const advice = CERTIFICATES[code === 'UND_ERR_PRX_TLS' ? 'ERR_TLS_CERT_ALTNAME_INVALID' : code];
  if (advice !== undefined) return advice(of, at);
  return CERTIFICATE.test(code) ? `The certificate of ${of} is not trusted: ${GIVE_AUTHORITY}.` : undefined;
}

/** Advice for the practitioner about a connection failure, as sentences. `code` is that of a NetworkError; any other gets general advice. */
export function adviceForCode(code: string, route: Route): string {
  const { address, proxy } = route;
  const setting = proxy !== undefined && route.atProxy ? 'HTTPS_PROXY or HTTP_PROXY' : route.setting;
  const certificate = adviceForCertificate(code, route);
  if (certificate !== undefined) return certificate;
  if (NO_TLS.test(code)) {
    return `The server there speaks plain HTTP, not TLS: check scheme and port of ${setting}, such as ${(route.atProxy ? (proxy ?? address) : address).replace(/^https:/, 'http:')}.`;
  }
  if (code.startsWith('ERR_SSL_') || code === 'EPROTO') {
    return `The TLS handshake failed. Check the port of ${setting}, the TLS versions that the server accepts, and whether it requires a client certificate, which this provider does not support.`;
  }
  const proxyStatus = /^PROXY_(\d+)$/.exec(code)?.[1];
  if (proxyStatus !== undefined) return adviceForProxy(Number(proxyStatus), route.setting);
  switch (code) {
    case 'ECONNREFUSED':
      return proxy === undefined
        ? `Nothing listens there; check ${setting} and that the service runs.`
        : `Nothing listens at the address of the proxy; check HTTPS_PROXY and HTTP_PROXY, or add the host of ${route.setting} to NO_PROXY.`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return proxy === undefined
        ? `The host name of ${setting} cannot be resolved; check it and the network.`
        : 'The host name of the proxy cannot be resolved; check HTTPS_PROXY and HTTP_PROXY.';
    case 'UND_ERR_INVALID_ARG':
      return 'The request cannot be sent as it is; check the token for stray characters, such as a line break.';
    case 'UND_ERR_HEADERS_OVERFLOW':
      return `The server sends more than 16 KiB of headers, perhaps cookies of a gateway: ask its operator to send less, or set ${route.setting} to an address without that gateway.`;
    case 'UND_ERR_RES_EXCEEDED_MAX_SIZE':
      return `The response is larger than 256 MiB, which no list of the service needs: check ${route.setting}.`;
    case 'UND_ERR_DESTROYED':
    case 'UND_ERR_CLOSED':
      return 'The provider was shut down while this ran. Run terraform plan to see what is left to do.';
  }
  const mayBeTls = address.startsWith('http:') && MAY_BE_TLS.test(code);
  const plain = mayBeTls ? ` If the server expects TLS, begin ${route.setting} with https://.` : '';
  return `Check the network and any proxy on the way, then try again.${plain}`;
}

function adviceForProxy(status: number, setting: string): string {
  if (status === 407) {
    return `The proxy wants a user name and a password: give them in HTTPS_PROXY or HTTP_PROXY, as http://USER:PASSWORD@HOST:PORT, or add the host of ${setting} to NO_PROXY.`;
  }
  return status >= 500
    ? `The proxy cannot reach the server; check ${setting}, or add its host to NO_PROXY if it can be reached without the proxy.`
    : `The proxy does not let the request through; ask its operator, or add the host of ${setting} to NO_PROXY.`;
}

/** True for the code of a NetworkError that a retry would meet again: due to a setting, to what the server sends, or to a closed client. */
export function isPermanent(code: string): boolean {
  return CERTIFICATE.test(code) || /^ERR_(?:TLS|SSL)_|^PROXY_4(?!08|29)/.test(code) || PERMANENT.test(code);
}

const PERMANENT =
  /^(?:ENOTFOUND|EPROTO|UND_ERR_(?:PRX_TLS|INVALID_ARG|HEADERS_OVERFLOW|RES_EXCEEDED_MAX_SIZE|DESTROYED|CLOSED))$/;
