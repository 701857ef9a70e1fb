import { isRecord } from '../../domain/members';
import { invalidArgument, S3Error } from '../errors';
import { findSigningKey, invalidToken, toHexBytes, unsigned, wrongSignature } from './authenticate';
import { type AuthContext, parseCredential, type Refuse, readSignedAt, unsupported } from './claims';
import { sameSignature, sign } from './signature-v4';

/*
 * Who signed a form, and what the form may contain.
 *
 * Specifications: Amazon S3 API Reference, "Authenticating requests: browser-based uploads using POST", "Creating a POST policy".
 */

export interface PostContext extends AuthContext {
  /** The bucket that the form was sent to. It counts as a field, so the policy must cover it. */
  readonly bucket: string;
}

/** The key that signed a form, and the allowed length of its file, which the reader of the file must enforce. */
export interface PostPermission {
  readonly accessKeyId: string;
  readonly minLength: number;
  /** Undefined: the limit for any object. */
  readonly maxLength: number | undefined;
}

/** Fields that the policy need not cover. */
const EXCEPTED = /^(x-amz-signature|file|policy|x-ignore-.*)$/;

/**
 * Checks the signature of a form against its policy, then its fields against the policy.
 *
 * Field names are case-insensitive; the caller has replaced `${filename}` in `key`. Errors have S3's codes and messages:
 * `AccessDenied` ("Invalid according to Policy: …"), `InvalidPolicyDocument`, `InvalidArgument`, and those of any signature.
 * Source: Amazon S3, "POST policy" and "Authenticating requests in browser-based uploads".
 *
 * @param fields all fields of the form except the file, in the order in which they were sent
 */
export function checkPostPolicy(
  fields: readonly (readonly [name: string, value: string])[],
  context: PostContext,
): PostPermission {
  const form = readForm(fields);
  const accessKeyId = checkSignature(form, context);
  const document = parsePolicyDocument(getField(form, 'Policy'));
  if (document.expiresAt <= context.now()) throw denied('Policy expired.');
  checkFields(withBucket(form, context.bucket), document);
  return { accessKeyId, minLength: document.minLength, maxLength: document.maxLength };
}

type Form = Map<string, string>;

function readForm(fields: readonly (readonly [name: string, value: string])[]): Form {
  const form: Form = new Map();
  for (const [name, value] of fields) {
    const key = name.toLowerCase();
    // With two fields of one name, each reader could pick a different one.
    if (form.has(key)) throw invalidArgument(`POST requires exactly one field named '${name}'.`, name);
    form.set(key, value);
  }
  return form;
}

/** Fields of a signature, of both versions. Without any of them a form is not signed. */
const OF_SIGNATURE = [
  ...['x-amz-algorithm', 'x-amz-credential', 'x-amz-date', 'x-amz-signature'],
  ...['awsaccesskeyid', 'signature'],
];

/** Checks the signature over the policy as it was sent; returns the id of the key that signed. */
function checkSignature(form: Form, context: PostContext): string {
  if (!OF_SIGNATURE.some((name) => form.has(name))) throw unsigned();
  const policy = getField(form, 'Policy');
  if (form.has('awsaccesskeyid') || getField(form, 'X-Amz-Algorithm') !== 'AWS4-HMAC-SHA256') throw unsupported();
  if (form.has('x-amz-security-token')) throw invalidToken();
  const credential = parseCredential(getField(form, 'X-Amz-Credential'), context.region, invalid);
  readSignedAt(getField(form, 'X-Amz-Date'), credential, invalid);
  const provided = getField(form, 'X-Amz-Signature');
  const { accessKeyId } = credential;
  if (sameSignature(sign(findSigningKey(credential, context), policy), provided)) return accessKeyId;
  throw wrongSignature(accessKeyId, {
    ...{ StringToSign: policy, SignatureProvided: provided, StringToSignBytes: toHexBytes(policy) },
  });
}

/** The form may name the bucket itself, but no other one. */
function withBucket(form: Form, bucket: string): Form {
  if ((form.get('bucket') ?? bucket) === bucket) return form.set('bucket', bucket);
  throw denied(`Policy Condition failed: ["eq", "$bucket", ${JSON.stringify(bucket)}]`);
}

function checkFields(form: Form, { conditions }: PolicyDocument): void {
  for (const condition of conditions) {
    if (!holds(condition, form.get(condition.field) ?? '')) throw denied(`Policy Condition failed: ${condition.text}`);
  }
  const covered = new Set(conditions.map(({ field }) => field));
  const extra = [...form.keys()].filter((name) => !covered.has(name) && !EXCEPTED.test(name));
  if (extra.length > 0) throw denied(`Extra input fields: ${extra.join(', ')}`);
}

function holds({ operator, field, value }: FieldCondition, given: string): boolean {
  if (operator === 'eq') return given === value;
  // Every content type of a list must match.
  const values = field === 'content-type' ? given.split(',').map((type) => type.trim()) : [given];
  return values.every((each) => each.startsWith(value));
}

function getField(form: Form, name: string): string {
  const value = form.get(name.toLowerCase());
  if (value) return value;
  const says = `Bucket POST must contain a field named '${name}'.  If it is specified, please check the order of the fields.`;
  throw invalidArgument(says, name, '');
}

const invalid: Refuse = (message, details) => new S3Error('InvalidArgument', message, details);

function denied(reason: string): S3Error {
  // The journal does not quote conditions and names of fields, which may be secret.
  const message = 'The form does not keep to its policy: it expired, a condition failed, or a field has no condition.';
  return new S3Error('AccessDenied', `Invalid according to Policy: ${reason}`, {}, { message, field: 'policy' });
}

/** A POST policy: what a form may contain, and until when. */
export interface PolicyDocument {
  /** Milliseconds since 1970-01-01 UTC. */
  readonly expiresAt: number;
  readonly conditions: readonly FieldCondition[];
  /** Length of the file in bytes; several `content-length-range` conditions all apply. */
  readonly minLength: number;
  readonly maxLength: number | undefined;
}

/** Required value of one field. */
export interface FieldCondition {
  readonly operator: 'eq' | 'starts-with';
  /** Lower case, without `$`. */
  readonly field: string;
  readonly value: string;
  /** The condition for the error message, as the policy has it. */
  readonly text: string;
}

/** Parses the policy of a form: JSON in base64. Throws `InvalidPolicyDocument` for anything else. Source: Amazon S3, "POST policy". */
export function parsePolicyDocument(encoded: string): PolicyDocument {
  const document = decode(encoded);
  if (!isRecord(document)) throw invalidPolicy('Invalid JSON.');
  const { expiration, conditions } = document;
  if (expiration === undefined) throw invalidPolicy('Policy missing expiration.');
  if (conditions === undefined) throw invalidPolicy('Policy missing conditions.');
  if (!Array.isArray(conditions)) throw invalidPolicy("Invalid 'conditions' value: must be a List.");
  const parsed = conditions.map(parseCondition);
  const ranges = parsed.filter((condition) => 'minLength' in condition);
  return {
    expiresAt: parseExpiration(expiration),
    conditions: parsed.filter((condition) => 'field' in condition),
    minLength: Math.max(0, ...ranges.map(({ minLength }) => minLength)),
    maxLength: ranges.length === 0 ? undefined : Math.min(...ranges.map(({ maxLength }) => maxLength)),
  };
}

interface LengthRange {
  readonly minLength: number;
  readonly maxLength: number;
}

function parseCondition(condition: unknown): FieldCondition | LengthRange {
  if (Array.isArray(condition)) return parseTest(condition);
  if (!isRecord(condition)) throw invalidPolicy('Invalid condition test: must be a List or Object.');
  const [entry, ...others] = Object.entries(condition);
  if (entry === undefined || others.length > 0) {
    throw invalidPolicy('Invalid Simple-Condition: Simple-Conditions must have exactly one property specified.');
  }
  const [field, value] = entry;
  if (typeof value !== 'string') throw invalidPolicy('Invalid Simple-Condition: value must be a string.');
  return { operator: 'eq', field: field.toLowerCase(), value, text: toText('eq', `$${field}`, value) };
}

function parseTest([operator, ...values]: readonly unknown[]): FieldCondition | LengthRange {
  if (typeof operator !== 'string') throw invalidPolicy('Invalid Condition: missing operation identifier.');
  const [first, second] = values;
  const name = operator.toLowerCase();
  if (name !== 'eq' && name !== 'starts-with' && name !== 'content-length-range') {
    throw invalidPolicy(`Invalid Condition: unknown operation '${operator}'.`);
  }
  if (values.length !== 2) throw invalidPolicy(`Invalid ${name}: wrong number of arguments.`);
  if (name === 'content-length-range') return { minLength: parseLength(first), maxLength: parseLength(second) };
  if (typeof first !== 'string' || typeof second !== 'string' || !first.startsWith('$')) {
    throw invalidPolicy(`Invalid ${name}: expecting a field, which begins with '$', and a text.`);
  }
  return { operator: name, field: first.slice(1).toLowerCase(), value: second, text: toText(name, first, second) };
}

/** Numbers may be quoted. */
function parseLength(value: unknown): number {
  const length = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  if (typeof length === 'number' && Number.isSafeInteger(length) && length >= 0) return length;
  throw invalidPolicy('Invalid content-length-range: expecting numbers of bytes.');
}

function parseExpiration(value: unknown): number {
  const ms = typeof value === 'string' && ISO_8601.test(value) ? Date.parse(value) : Number.NaN;
  if (!Number.isNaN(ms)) return ms;
  throw invalidPolicy(`Invalid 'expiration' value: '${String(value)}'`);
}

const ISO_8601 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

function decode(encoded: string): unknown {
  const text = encoded.replace(/\s/g, '');
  if (text === '') throw invalidPolicy("Expecting '{' but found End-of-Input");
  const bytes = Buffer.from(text, 'base64');
  if (bytes.toString('base64') !== text) throw invalidPolicy('invalid Base64 encoding.');
  try {
    return JSON.parse(bytes.toString());
  } catch {
    throw invalidPolicy('Invalid JSON.');
  }
}

function toText(...parts: string[]): string {
  return `[${parts.map((part) => JSON.stringify(part)).join(', ')}]`;
}

function invalidPolicy(message: string): S3Error {
  return new S3Error('InvalidPolicyDocument', `Invalid Policy: ${message}`);
}
