import { isList, isNumber, isObject, type Value } from '../../../../framework/values/value';

/** A wholly known value as Terraform stores it: JSON in which numbers keep every digit. */
export const toJson = (value: Value): Uint8Array => Buffer.from(text(value));

function text(value: Value): string {
  if (isNumber(value)) return String(value);
  if (isList(value)) return `[${value.map(text).join(',')}]`;
  if (isObject(value)) {
    const entries = Object.entries(value).map(([name, part]) => `${JSON.stringify(name)}:${text(part)}`);
    return `{${entries.join(',')}}`;
  }
  return JSON.stringify(value);
}
