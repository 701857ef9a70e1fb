import { isRecord } from '../../domain/members';
import { S3Error } from '../errors';

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
  if (!isRecord(document)) throw invalid('Invalid JSON.');
  const { expiration, conditions } = document;
  if (expiration === undefined) throw invalid('Policy missing expiration.');
  if (conditions === undefined) throw invalid('Policy missing conditions.');
  if (!Array.isArray(conditions)) throw invalid("Invalid 'conditions' value: must be a List.");
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
  if (!isRecord(condition)) throw invalid('Invalid condition test: must be a List or Object.');
  const [entry, ...others] = Object.entries(condition);
  if (entry === undefined || others.length > 0) {
    throw invalid('Invalid Simple-Condition: Simple-Conditions must have exactly one property specified.');
  }
  const [field, value] = entry;
  if (typeof value !== 'string') throw invalid('Invalid Simple-Condition: value must be a string.');
  return { operator: 'eq', field: field.toLowerCase(), value, text: toText('eq', `$${field}`, value) };
}

function parseTest([operator, ...values]: readonly unknown[]): FieldCondition | LengthRange {
  if (typeof operator !== 'string') throw invalid('Invalid Condition: missing operation identifier.');
  const [first, second] = values;
  const name = operator.toLowerCase();
  if (name !== 'eq' && name !== 'starts-with' && name !== 'content-length-range') {
    throw invalid(`Invalid Condition: unknown operation '${operator}'.`);
  }
  if (values.length !== 2) throw invalid(`Invalid ${name}: wrong number of arguments.`);
  if (name === 'content-length-range') return { minLength: parseLength(first), maxLength: parseLength(second) };
  if (typeof first !== 'string' || typeof second !== 'string' || !first.startsWith('$')) {
    throw invalid(`Invalid ${name}: expecting a field, which begins with '$', and a text.`);
  }
  return { operator: name, field: first.slice(1).toLowerCase(), value: second, text: toText(name, first, second) };
}

/** Numbers may be quoted. */
function parseLength(value: unknown): number {
  const length = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  if (typeof length === 'number' && Number.isSafeInteger(length) && length >= 0) return length;
  throw invalid('Invalid content-length-range: expecting numbers of bytes.');
}

function parseExpiration(value: unknown): number {
  const ms = typeof value === 'string' && ISO_8601.test(value) ? Date.parse(value) : Number.NaN;
  if (!Number.isNaN(ms)) return ms;
  throw invalid(`Invalid 'expiration' value: '${String(value)}'`);
}

const ISO_8601 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

function decode(encoded: string): unknown {
  const text = encoded.replace(/\s/g, '');
  if (text === '') throw invalid("Expecting '{' but found End-of-Input");
  const bytes = Buffer.from(text, 'base64');
  if (bytes.toString('base64') !== text) throw invalid('invalid Base64 encoding.');
  try {
    return JSON.parse(bytes.toString());
  } catch {
    throw invalid('Invalid JSON.');
  }
}

function toText(...parts: string[]): string {
  return `[${parts.map((part) => JSON.stringify(part)).join(', ')}]`;
}

function invalid(message: string): S3Error {
  return new S3Error('InvalidPolicyDocument', `Invalid Policy: ${message}`);
}
