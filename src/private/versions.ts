import { createHash } from 'node:crypto';
import { call, type IResolvable, Token } from 'cdktf';
import { templateArgument } from './expressions';

/** Separator of the parts of a version; it is escaped inside a part. */
const SEPARATOR = '/';

/**
 * Joins the versions of several parts by position (C9). Different lists of the same length give different texts, so a change of any
 * part changes the whole. A part without a version is empty.
 *
 * @returns the version; undefined if no part has one
 */
export function joinVersions(versions: readonly (string | undefined)[]): string | undefined {
  if (versions.every((version) => version === undefined)) return undefined;
  return versions.length === 1 ? versions[0] : versions.map(escaped).join(SEPARATOR);
}

/** Escapes the separator in a part; Terraform escapes a part that is not known yet. */
function escaped(version: string | undefined): string {
  if (version === undefined) return '';
  if (!Token.isUnresolved(version) && !version.includes('${')) return version.replace(/[%/]/g, encodeURIComponent);
  const encoded: IResolvable = call('urlencode', [templateArgument(version)]);
  return Token.asString(encoded);
}

/** A hash of values that Terraform computes. An ephemeral one counts as null, because a version is kept in state. */
export function hashOfValues(values: readonly unknown[]): string {
  const list = values.map((value) => (typeof value === 'string' ? templateArgument(value) : value));
  return Token.asString(call('sha256', [call('jsonencode', [call('ephemeralasnull', [list])])]));
}

/** A hash of plain text that is in the code anyway; Terraform computes it if the text is not known yet. */
export function hashOf(text: string): string {
  if (!Token.isUnresolved(text)) return createHash('sha256').update(text).digest('hex').slice(0, 16);
  const hash: IResolvable = call('sha256', [templateArgument(text)]);
  return Token.asString(hash);
}
