import { createHash } from 'node:crypto';
import { call, type IResolvable, type IResolveContext, rawString, Token } from 'cdktf';
import { codeFor } from '../code/expressions';
import { LateToken } from '../code/late-token';
import { argument } from '../code/terms';

/** Separator of the parts of a version; it is escaped inside a part. */
const SEPARATOR = '/';

/** Joins versions of parts by position (C9): different lists of one length give different texts. A part without one is empty; undefined for none. */
export function joinVersions(versions: readonly (string | CodeHash | undefined)[]): string | undefined {
  if (versions.every((version) => version === undefined)) return undefined;
  const [only] = versions;
  return versions.length === 1 && !(only instanceof CodeHash) ? only : versions.map(escaped).join(SEPARATOR);
}

/** Escapes the separator in a part; Terraform escapes a part that is not known yet. */
function escaped(version: string | CodeHash | undefined): string {
  if (version === undefined) return '';
  if (version instanceof CodeHash) return version.toString();
  if (!Token.isUnresolved(version) && !version.includes('${')) return version.replace(/[%/]/g, encodeURIComponent);
  const encoded: IResolvable = call('urlencode', [argument(version)]);
  return Token.asString(encoded);
}

/** A hash of values that Terraform computes. An ephemeral one counts as null, because a version is kept in state. */
export function hashOfValues(values: readonly unknown[]): string {
  return Token.asString(call('sha256', [call('jsonencode', [call('ephemeralasnull', [argument(values, 'text')])])]));
}

/** A hash of plain text that is in the code anyway; Terraform computes it if the text is not known yet. */
export function hashOf(text: string): string {
  if (!Token.isUnresolved(text)) return createHash('sha256').update(text).digest('hex').slice(0, 16);
  const hash: IResolvable = call('sha256', [argument(text)]);
  return Token.asString(hash);
}

/** Blocks that may be ephemeral: attributes of resources and data sources are not. */
const MAY_BE_EPHEMERAL = /\b(?:ephemeral|local|module|var)\./;

/** A hash that takes the code of references into account. Code has logical ids in it, so it is read when the hash is written (C11). */
export class CodeHash extends LateToken {
  /**
   * @param known what is known at synthesis
   * @param references ephemeral values
   * @param others values with a hash of their own, which sees nothing of those that are ephemeral
   */
  public constructor(
    private readonly known: unknown,
    private readonly references: readonly unknown[],
    private readonly others: readonly unknown[],
  ) {
    super();
  }

  public override resolve({ scope }: IResolveContext): IResolvable {
    const code = (value: unknown) => codeFor(scope, value);
    const others = this.others.map(code).filter((each) => MAY_BE_EPHEMERAL.test(each));
    const codes = [...this.references.map(code), ...others];
    return rawString(hashOf(JSON.stringify(codes.length > 0 ? [this.known, codes] : this.known)));
  }
}
