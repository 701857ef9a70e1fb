/** A header: its name and its value. */
export type Field = readonly [name: string, value: string];

/** The headers that HPACK knows by number, from 1 on (RFC 7541, appendix A): each name with its values, in their order. */
const TABLE: Readonly<Record<string, readonly string[]>> = {
  ':authority': [''],
  ':method': ['GET', 'POST'],
  ':path': ['/', '/index.html'],
  ':scheme': ['http', 'https'],
  ':status': ['200', '204', '206', '304', '400', '404', '500'],
  'accept-charset': [''],
  'accept-encoding': ['gzip, deflate'],
};

/** The names after these, all of them without a value. */
const NAMES =
  'accept-language accept-ranges accept access-control-allow-origin age allow authorization cache-control content-disposition content-encoding ' +
  'content-language content-length content-location content-range content-type cookie date etag expect expires from host if-match ' +
  'if-modified-since if-none-match if-range if-unmodified-since last-modified link location max-forwards proxy-authenticate ' +
  'proxy-authorization range referer refresh retry-after server set-cookie strict-transport-security transfer-encoding user-agent vary via ' +
  'www-authenticate';

export const STATIC_TABLE: readonly Field[] = [
  ...Object.entries(TABLE).flatMap(([name, values]) => values.map((value): Field => [name, value])),
  ...NAMES.split(' ').map((name): Field => [name, '']),
];
