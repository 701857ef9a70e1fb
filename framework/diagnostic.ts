import { isPromise, printable, textOf } from './failure';
import { formatPath, type Path, validPath } from './values/path';

/** An error or a warning that Terraform shows to the practitioner. */
export interface Diagnostic {
  readonly severity: 'error' | 'warning';
  /** A short title without a full stop. */
  readonly summary: string;
  /** What is wrong, the value (unless it is secret), and what to do next. */
  readonly detail: string;
  /** The attribute at fault; absent if the diagnostic is about the whole block. */
  readonly path?: Path;
}

/** The diagnostic as its type says, with {@link printable} texts, if it came from code without types: else a state could be lost (F5). */
export function validDiagnostic({ severity, summary, detail, path }: Diagnostic): Diagnostic {
  return {
    severity: severity === 'warning' ? severity : 'error',
    summary: printable(textOf(summary)),
    detail: printable(textOf(detail)),
    ...(path && { path: validPath(path) }),
  };
}

/**
 * Collects diagnostics in order, each made valid by {@link validDiagnostic}. Never throws. Keeps one of several equal diagnostics with the same
 * path.
 */
export class Diagnostics {
  readonly #all = new Map<string, Diagnostic>();

  error(summary: string, detail: string, path?: Path): void {
    this.add({ severity: 'error', summary, detail, ...(path && { path }) });
  }

  warn(summary: string, detail: string, path?: Path): void {
    this.add({ severity: 'warning', summary, detail, ...(path && { path }) });
  }

  add(...diagnostics: readonly Diagnostic[]): void {
    for (const diagnostic of diagnostics.map(validDiagnostic)) {
      const { severity, summary, detail, path = [] } = diagnostic;
      this.#all.set(JSON.stringify([severity, summary, detail, formatPath(path)]), diagnostic);
    }
  }

  get hasErrors(): boolean {
    return this.all.some((diagnostic) => diagnostic.severity === 'error');
  }

  /** A copy. */
  get all(): readonly Diagnostic[] {
    return [...this.#all.values()];
  }
}

/**
 * An error with the summary, detail and path of a diagnostic. Handlers throw it. The framework reports it without its `cause`, and adds a sentence
 * if the operation was interrupted or timed out. If `isCancellation` accepts the error, only the interruption is reported. For a function, only the
 * detail is reported.
 */
export class DiagnosticError extends Error {
  override readonly name = 'DiagnosticError';

  constructor(
    readonly summary: string,
    readonly detail: string,
    readonly path?: Path,
    options?: ErrorOptions,
  ) {
    super(`${textOf(summary)}: ${textOf(detail)}`, options);
  }

  toDiagnostic(): Diagnostic {
    const { summary, detail, path } = this;
    return validDiagnostic({ severity: 'error', summary, detail, ...(path && { path }) });
  }
}

/** The result of a synchronous function. It is ignored, and must not be a Promise, because nothing would await it. */
// biome-ignore lint/suspicious/noConfusingVoidType: an expression may have it, as in `a && diagnostics.warn(…)`
export type AtOnce = void | null | string | number | bigint | boolean | (object & { readonly then?: never });

/**
 * Throws a {@link DiagnosticError} if a synchronous hook returned a Promise, and ignores the rejection of that Promise. Other thenables are
 * accepted.
 */
export function requireSynchronous(result: unknown, hook: string): void {
  if (!isPromise(result)) return;
  throw new DiagnosticError(
    'Unexpected error in the provider',
    `${hook} returned a Promise, which nothing waits for: it must not be async. This is a bug in the provider: please report it.`,
  );
}
