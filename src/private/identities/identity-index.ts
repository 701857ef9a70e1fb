import type { TerraformStack } from 'cdktf';
import type { Statement } from './identities';

/** The statements of an app by one sort of their keys, which are read once. */
export class IdentityIndex {
  readonly #byKey = new Map<string, Set<Statement>>();
  readonly #byStack = new Map<TerraformStack, ReadonlyMap<Statement, readonly string[]>>();

  constructor(private readonly keysOf: (statement: Statement) => readonly string[]) {}

  /** Puts the statements of a stack in the place of earlier ones. */
  set(stack: TerraformStack, statements: readonly Statement[]): void {
    for (const [earlier, keys] of this.#byStack.get(stack) ?? []) {
      for (const key of keys) this.#byKey.get(key)?.delete(earlier);
    }
    const keysOfAll = new Map<Statement, readonly string[]>();
    this.#byStack.set(stack, keysOfAll);
    for (const statement of statements) {
      const keys = this.keysOf(statement);
      if (keys.length > 0) keysOfAll.set(statement, keys);
      for (const key of keys) {
        const known = this.#byKey.get(key);
        if (known) known.add(statement);
        else this.#byKey.set(key, new Set([statement]));
      }
    }
  }

  /** The groups of statements about one object, by common keys, also by way of others, in which a stack takes part. */
  groupsOf(stack: TerraformStack): Statement[][] {
    const seen = new Set<Statement>();
    return [...(this.#byStack.get(stack)?.keys() ?? [])].flatMap((statement) => {
      const group = this.#groupOf(statement, seen);
      return group.length > 1 ? [group] : [];
    });
  }

  #groupOf(statement: Statement, seen: Set<Statement>): Statement[] {
    const group: Statement[] = [];
    const pending = [statement];
    for (let next = pending.pop(); next; next = pending.pop()) {
      if (seen.has(next)) continue;
      seen.add(next);
      group.push(next);
      for (const key of this.#byStack.get(next.stack)?.get(next) ?? []) pending.push(...(this.#byKey.get(key) ?? []));
    }
    return group;
  }
}
