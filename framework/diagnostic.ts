import { formatPath, type Path } from './path';

/** What Terraform shows to a practitioner: an error or a warning, and where it belongs. */
export interface Diagnostic {
  readonly severity: 'error' | 'warning';
  /** A short title without a full stop. */
  readonly summary: string;
  /** What happened, the value seen unless it is secret, what to do next. */
  readonly detail: string;
  /** The attribute at fault; absent when it is about the whole. */
  readonly path?: Path;
}

/** Collects diagnostics. One that says the same about the same place is kept once. */
export class Diagnostics {
  readonly #all = new Map<string, Diagnostic>();

  error(summary: string, detail: string, path?: Path): void {
    this.add({ severity: 'error', summary, detail, ...(path && { path }) });
  }

  warn(summary: string, detail: string, path?: Path): void {
    this.add({ severity: 'warning', summary, detail, ...(path && { path }) });
  }

  add(...diagnostics: readonly Diagnostic[]): void {
    for (const diagnostic of diagnostics) {
      const { severity, summary, detail, path = [] } = diagnostic;
      this.#all.set(JSON.stringify([severity, summary, detail, formatPath(path)]), diagnostic);
    }
  }

  get hasErrors(): boolean {
    return this.all.some((diagnostic) => diagnostic.severity === 'error');
  }

  get all(): readonly Diagnostic[] {
    return [...this.#all.values()];
  }
}

/** An error that already knows how to show itself. Thrown by handlers, answered by the framework. */
export class DiagnosticError extends Error {
  override readonly name = 'DiagnosticError';

  constructor(
    readonly summary: string,
    readonly detail: string,
    readonly path?: Path,
    options?: ErrorOptions,
  ) {
    super(`${summary}: ${detail}`, options);
  }

  toDiagnostic(): Diagnostic {
    const { summary, detail, path } = this;
    return { severity: 'error', summary, detail, ...(path && { path }) };
  }
}
