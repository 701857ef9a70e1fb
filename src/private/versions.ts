import { createHash } from 'node:crypto';
import { call, type IResolvable, Token } from 'cdktf';
import { templateArgument } from './expressions';

/** Stands between the parts of a version; in a part itself it is escaped. */
const SEPARATOR = '/';

/**
 * One version of several parts, each in its place (C9): no two lists of versions of one length give the same text, so a change of any
 * part is a change of the whole. A part without a version is empty.
 *
 * @returns the version; undefined if no part has one
 */
export function joinVersions(versions: readonly (string | undefined)[]): string | undefined {
  if (versions.every((version) => version === undefined)) return undefined;
  return versions.length === 1 ? versions[0] : versions.map(escaped).join(SEPARATOR);
}

/** A part without a separator in it; one that is not known yet is escaped by Terraform. */
function escaped(version: string | undefined): string {
  if (version === undefined) return '';
  if (!Token.isUnresolved(version) && !version.includes('${')) return version.replace(/[%/]/g, encodeURIComponent);
  const encoded: IResolvable = call('urlencode', [templateArgument(version)]);
  return Token.asString(encoded);
}

/** A hash of plain text that stands in the code anyway; of what is not known yet, Terraform's own. */
export function hashOf(text: string): string {
  if (!Token.isUnresolved(text)) return createHash('sha256').update(text).digest('hex').slice(0, 16);
  const hash: IResolvable = call('sha256', [templateArgument(text)]);
  return Token.asString(hash);
}
