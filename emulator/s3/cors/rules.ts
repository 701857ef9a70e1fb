import { invalidRequest } from '../errors';
import { malformed, type XmlElement } from '../xml/parse';
import { document, element, optional } from '../xml/write';

/** Which cross-origin requests a bucket allows. Source: Amazon S3 User Guide, "CORS configuration". */
export interface CorsRule {
  readonly id?: string | undefined;
  readonly origins: readonly string[];
  readonly methods: readonly string[];
  readonly headers: readonly string[];
  readonly exposed: readonly string[];
  readonly maxAgeSeconds?: number | undefined;
}

const METHODS = ['GET', 'PUT', 'HEAD', 'POST', 'DELETE'];
const MOST_RULES = 100;
const LONGEST_ID = 255;

/** Reads a `CORSConfiguration`. Throws `MalformedXML` or `InvalidRequest`. */
export function readCors(root: XmlElement): readonly CorsRule[] {
  root.requireOnly('CORSRule');
  const rules = root.all('CORSRule').map(readRule);
  if (rules.length === 0 || rules.length > MOST_RULES) throw malformed();
  return rules;
}

export function writeCors(rules: readonly CorsRule[]): string {
  return document(
    'CORSConfiguration',
    rules.map((rule) =>
      element('CORSRule', [
        optional('ID', rule.id),
        rule.origins.map((origin) => element('AllowedOrigin', origin)),
        rule.methods.map((method) => element('AllowedMethod', method)),
        rule.headers.map((header) => element('AllowedHeader', header)),
        optional('MaxAgeSeconds', rule.maxAgeSeconds),
        rule.exposed.map((header) => element('ExposeHeader', header)),
      ]),
    ),
  );
}

function readRule(rule: XmlElement): CorsRule {
  rule.requireOnly('ID', 'AllowedOrigin', 'AllowedMethod', 'AllowedHeader', 'ExposeHeader', 'MaxAgeSeconds');
  const texts = (name: string) => rule.all(name).map(({ text }) => text.trim());
  const id = rule.textOf('ID');
  const age = rule.textOf('MaxAgeSeconds')?.trim();
  const read = {
    id,
    origins: texts('AllowedOrigin'),
    methods: texts('AllowedMethod'),
    headers: texts('AllowedHeader'),
    exposed: texts('ExposeHeader'),
    maxAgeSeconds: age === undefined ? undefined : Number(age),
  };
  if (read.origins.length === 0 || read.methods.length === 0 || (id !== undefined && id.length > LONGEST_ID))
    throw malformed();
  if (age !== undefined && !/^-?\d{1,9}$/.test(age)) throw malformed();
  const unknown = read.methods.find((method) => !METHODS.includes(method));
  if (unknown !== undefined)
    throw invalidRequest(`Found unsupported HTTP method in CORS config. Unsupported method is ${unknown}`);
  for (const name of [...read.headers, ...read.exposed]) requireHeaderName(name);
  for (const origin of read.origins) requireOneWildcard('AllowedOrigin', origin);
  for (const header of read.headers) requireOneWildcard('AllowedHeader', header);
  const wild = read.exposed.find((header) => header.includes('*'));
  if (wild !== undefined)
    throw invalidRequest(
      `ExposeHeader "${wild}" contains wildcard. We currently do not support wildcard for ExposeHeader.`,
    );
  return read;
}

/** A name as HTTP has it; `*` is a character of such a name, too. Source: RFC 9110, section 5.1. */
function requireHeaderName(name: string): void {
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name))
    throw invalidRequest(`The header name "${name}" is not valid in a CORS rule.`);
}

function requireOneWildcard(name: string, text: string): void {
  if (text.split('*').length > 2) throw invalidRequest(`${name} "${text}" can not have more than one wildcard.`);
}

/** A request of a page of another origin. */
interface CrossOrigin {
  readonly origin: string;
  readonly method: string;
  readonly headers: readonly string[];
}

/** The first rule for a request from `origin` by `method` that sends these headers. */
export function findRule(rules: readonly CorsRule[], { origin, method, headers }: CrossOrigin): CorsRule | undefined {
  return rules.find(
    (rule) =>
      rule.origins.some((pattern) => fits(pattern, origin)) &&
      rule.methods.includes(method) &&
      headers.every((header) => rule.headers.some((pattern) => fits(pattern.toLowerCase(), header.toLowerCase()))),
  );
}

export function corsHeaders(rule: CorsRule, origin: string): Record<string, string> {
  const isAny = rule.origins.includes('*');
  return {
    'access-control-allow-origin': isAny ? '*' : origin,
    'access-control-allow-methods': rule.methods.join(', '),
    ...(rule.exposed.length > 0 && { 'access-control-expose-headers': rule.exposed.join(', ') }),
    ...(rule.maxAgeSeconds !== undefined && { 'access-control-max-age': String(rule.maxAgeSeconds) }),
    ...(!isAny && { 'access-control-allow-credentials': 'true' }),
    vary: 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method',
  };
}

function fits(pattern: string, text: string): boolean {
  const star = pattern.indexOf('*');
  if (star < 0) return pattern === text;
  const [before, after] = [pattern.slice(0, star), pattern.slice(star + 1)];
  return text.length >= before.length + after.length && text.startsWith(before) && text.endsWith(after);
}
