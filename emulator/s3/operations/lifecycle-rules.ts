import type { LifecycleRule } from '../../domain/objects/lifecycle';
import { invalidRequest, S3Error } from '../errors';
import { malformed, type XmlElement } from '../xml/parse';
import { document, element, optional } from '../xml/write';

const MOST_RULES = 1_000;
const MISSING = ['Transition', 'NoncurrentVersionTransition', 'NoncurrentVersionExpiration'];

/** Reads a `LifecycleConfiguration`. Throws `MalformedXML`, `InvalidArgument`, `InvalidRequest` or `NotImplemented`. */
export function readLifecycle(root: XmlElement): readonly LifecycleRule[] {
  root.requireOnly('Rule');
  const rules = root.all('Rule').map(readRule);
  if (rules.length === 0 || rules.length > MOST_RULES) throw malformed();
  const ids = rules.map(({ id }) => id).filter((id) => id !== undefined);
  if (new Set(ids).size < ids.length) throw new S3Error('InvalidArgument', 'Rule ID must be unique.');
  return rules;
}

export function writeLifecycle(rules: readonly LifecycleRule[]): string {
  return document(
    'LifecycleConfiguration',
    rules.map((rule) =>
      element('Rule', [
        optional('ID', rule.id),
        writeFilter(rule),
        element('Status', rule.isEnabled ? 'Enabled' : 'Disabled'),
        rule.expiration && element('Expiration', writeExpiration(rule.expiration)),
        rule.abortAfterDays === undefined
          ? undefined
          : element('AbortIncompleteMultipartUpload', element('DaysAfterInitiation', String(rule.abortAfterDays))),
      ]),
    ),
  );
}

function readRule(rule: XmlElement): LifecycleRule {
  rule.requireOnly('ID', 'Status', 'Filter', 'Prefix', 'Expiration', 'AbortIncompleteMultipartUpload', ...MISSING);
  for (const name of MISSING) {
    if (rule.find(name)) throw new S3Error('NotImplemented', `${name} in a lifecycle rule is not implemented.`);
  }
  const id = rule.textOf('ID');
  if (id !== undefined && id.length > 255)
    throw new S3Error('InvalidArgument', 'ID length should not exceed allowed limit of 255');
  const status = rule.textOf('Status')?.trim();
  if (status !== 'Enabled' && status !== 'Disabled') throw malformed();
  const expiration = rule.find('Expiration');
  const abort = rule.find('AbortIncompleteMultipartUpload');
  if (!expiration && !abort) throw invalidRequest('At least one action needs to be specified in a rule.');
  const abortAfterDays = abort && readDays(abort.textOf('DaysAfterInitiation'), 'DaysAfterInitiation');
  return {
    id,
    isEnabled: status === 'Enabled',
    ...readFilter(rule),
    expiration: expiration && readExpiration(expiration),
    abortAfterDays,
  };
}

type Filter = Pick<LifecycleRule, 'prefix' | 'sizeGreaterThan' | 'sizeLessThan'>;

function readFilter(rule: XmlElement): Filter {
  const filter = rule.find('Filter');
  const oldPrefix = rule.textOf('Prefix');
  if (filter && oldPrefix !== undefined) throw malformed();
  if (!filter) return { prefix: oldPrefix };
  const inner = filter.find('And') ?? filter;
  if (inner.find('Tag')) throw new S3Error('NotImplemented', 'Tag in a lifecycle filter is not implemented.');
  inner.requireOnly('Prefix', 'ObjectSizeGreaterThan', 'ObjectSizeLessThan');
  if (filter.size > 1) throw malformed();
  return {
    prefix: inner.textOf('Prefix'),
    sizeGreaterThan: readSize(inner.textOf('ObjectSizeGreaterThan')),
    sizeLessThan: readSize(inner.textOf('ObjectSizeLessThan')),
  };
}

function writeFilter({ prefix, sizeGreaterThan, sizeLessThan }: Filter) {
  const parts = [
    optional('Prefix', prefix),
    optional('ObjectSizeGreaterThan', sizeGreaterThan),
    optional('ObjectSizeLessThan', sizeLessThan),
  ].filter((part) => part !== undefined);
  return element('Filter', parts.length > 1 ? element('And', parts) : parts);
}

type Expiration = NonNullable<LifecycleRule['expiration']>;

function writeExpiration(expiration: Expiration) {
  return 'days' in expiration ? element('Days', String(expiration.days)) : element('Date', expiration.date);
}

function readExpiration(expiration: XmlElement): Expiration {
  if (expiration.find('ExpiredObjectDeleteMarker')) {
    throw new S3Error('NotImplemented', 'ExpiredObjectDeleteMarker in a lifecycle rule is not implemented.');
  }
  expiration.requireOnly('Days', 'Date');
  const days = expiration.textOf('Days');
  const date = expiration.textOf('Date')?.trim();
  if ((days === undefined) === (date === undefined)) throw malformed();
  if (days !== undefined) return { days: readDays(days, 'Days') };
  const isMidnight = date !== undefined && /^\d{4}-\d\d-\d\d(T00:00:00(\.0+)?(Z|\+00:00))?$/.test(date);
  if (isMidnight && !Number.isNaN(Date.parse(date))) return { date: new Date(date).toISOString() };
  throw new S3Error('InvalidArgument', "'Date' must be at midnight GMT");
}

function readDays(text: string | undefined, name: string): number {
  if (text === undefined) throw malformed();
  const days = /^\s*[+-]?\d{1,10}\s*$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isNaN(days)) throw malformed();
  if (days >= 1 && days < 2 ** 31) return days;
  throw new S3Error('InvalidArgument', `'${name}' for the action must be a positive integer`);
}

function readSize(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\s*\d{1,15}\s*$/.test(text)) return Number(text);
  throw malformed();
}
