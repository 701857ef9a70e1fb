import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { inRoot, ROOT } from '../support/paths';
import { type Mutant, mutated } from './mutants';

/** Checks whether a mutant compiles: one that does not is no program that could run. */
export class Compiler {
  readonly #texts = new Map<string, { version: number; text: string | undefined }>();
  readonly #service: ts.LanguageService;

  constructor() {
    const config = inRoot('tsconfig.code.json');
    const { options } = ts.parseJsonConfigFileContent(ts.readConfigFile(config, ts.sys.readFile).config, ts.sys, ROOT);
    this.#service = ts.createLanguageService({
      getCompilationSettings: () => options,
      getCurrentDirectory: () => ROOT,
      getDefaultLibFileName: ts.getDefaultLibFilePath,
      getScriptFileNames: () => [...this.#texts.keys()],
      getScriptVersion: (name) => String(this.#texts.get(name)?.version ?? 0),
      getScriptSnapshot: (name) => {
        const text = this.#texts.get(name)?.text ?? (ts.sys.fileExists(name) ? readFileSync(name, 'utf8') : undefined);
        return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
      },
      fileExists: ts.sys.fileExists,
      readFile: ts.sys.readFile,
      readDirectory: ts.sys.readDirectory,
      directoryExists: ts.sys.directoryExists,
    });
  }

  /** Checks only the mutated file: its exports keep their types, except inferred ones. */
  accepts(mutant: Mutant): boolean {
    const name = inRoot(mutant.file);
    const version = (this.#texts.get(name)?.version ?? 0) + 1;
    this.#texts.set(name, { version, text: mutated(mutant, readFileSync(name, 'utf8')) });
    const problems = [...this.#service.getSyntacticDiagnostics(name), ...this.#service.getSemanticDiagnostics(name)];
    this.#texts.set(name, { version: version + 1, text: undefined });
    return !problems.some(({ category, code }) => category === ts.DiagnosticCategory.Error && !UNUSED.has(code));
  }
}

/** Codes of `noUnusedLocals` and `noUnusedParameters`, which are not errors of the program. */
const UNUSED: ReadonlySet<number> = new Set([6133, 6192, 6196, 6198, 6199, 6205]);
