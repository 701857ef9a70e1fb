import { type IResolvable, type IResolveContext, Token } from 'cdktf';

/** A token that is resolved at synthesis. Unlike those of CDKTF it takes no stack trace. */
export abstract class LateToken implements IResolvable {
  public readonly creationStack: string[] = [];

  public abstract resolve(context: IResolveContext): unknown;

  public toString(): string {
    return Token.asString(this);
  }

  public toJSON(): string {
    return '<unresolved reference>';
  }
}
