import { formatPath, type Path } from './path';

/** An error or a warning that Terraform shows to the practitioner. */
export interface Diagnostic {
  readonly severity: 'error' | 'warning';
  /** A short title without a full stop. */
  readonly summary: string;
  /** The problem, the value unless it is secret, and the next step. */
  readonly detail: string;
  /** The attribute at fault; absent if the diagnostic is about the whole block. */
  readonly path?: Path;
}

/** Collects diagnostics, in their order. Equal ones with the same path are kept once. */
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

/** An error with the summary, detail and path of its diagnostic. Handlers throw it; the framework reports it unchanged. */
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
