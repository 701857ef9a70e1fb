import { invalidArgument, S3Error } from '../errors';
import type { AuthContext } from './claim';
import { parseCredential, type Refuse, readSignedAt } from './credential';
import { unsupported } from './header-claim';
import { type FieldCondition, type PolicyDocument, parsePolicyDocument } from './policy-document';
import { invalidToken, unsigned, wrongSignature } from './refusals';
import { findSigningKey, sameSignature, sign } from './signing-key';

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

/** Checks the signature over the policy as it was sent; returns the id of the key that signed. */
function checkSignature(form: Form, context: PostContext): string {
  if (!form.has('policy') && !form.has('x-amz-signature')) throw unsigned();
  const policy = getField(form, 'Policy');
  if (form.has('awsaccesskeyid') || getField(form, 'X-Amz-Algorithm') !== 'AWS4-HMAC-SHA256') throw unsupported();
  if (form.has('x-amz-security-token')) throw invalidToken();
  const credential = parseCredential(getField(form, 'X-Amz-Credential'), context.region, invalid);
  readSignedAt(getField(form, 'X-Amz-Date'), credential, invalid);
  const provided = getField(form, 'X-Amz-Signature');
  const { accessKeyId } = credential;
  if (sameSignature(sign(findSigningKey(credential, context), policy), provided)) return accessKeyId;
  throw wrongSignature(accessKeyId, { StringToSign: policy, SignatureProvided: provided });
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
  throw invalid(
    `Bucket POST must contain a field named '${name}'.  If it is specified, please check the order of the fields.`,
  );
}

const invalid: Refuse = (message, details) => new S3Error('InvalidArgument', message, details);

function denied(reason: string): S3Error {
  // The journal does not quote conditions and names of fields, which may be secret.
  const message = 'The form does not keep to its policy: it expired, a condition failed, or a field has no condition.';
  return new S3Error('AccessDenied', `Invalid according to Policy: ${reason}`, {}, { message, field: 'policy' });
}
