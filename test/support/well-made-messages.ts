import { afterEach, expect } from 'vitest';
import { DomainError, StartError } from '../../emulator/domain/errors';
import { GarageError } from '../../emulator/garage/admin-api';
import { S3Error } from '../../emulator/s3/errors';
import { type Diagnostic, DiagnosticError, Diagnostics } from '../../framework/diagnostic';
import { ClientError } from '../../provider/client/errors';
import { TokenProblem } from '../../provider/client/token';
import { ValidationError } from '../../src/private/props/validation-error';

/**
 * Fails a test in which the program made a message that is not fit for a reader: empty, with a gap where a word should be, with the text
 * of a value that is none, or without an end. Each test file begins with this.
 */
const flaws = new Set<string>();
const errors = new Set<Error>();

function check(message: unknown, end = /\S$/): void {
  if (typeof message !== 'string') return;
  // What was received is quoted as it is.
  const own = message.replaceAll(/"[^"]+"|`[^`]+`|\bbase64(?:en|de)code\(\)|\w\(\)/g, '"…"');
  const [found] =
    /^\s*$|^\s|\s$|[^.?!\s] {2,}\S| [.,;:](?= |$)|``|(?:^|[\s(])"" (?:must|has|needs|cannot)\b|“”|\(\)|(?<!\b(?:a|got|not|is) )\bundefined\b|\[object /.exec(
      own,
    ) ?? [];
  if (found !== undefined) flaws.add(`${JSON.stringify(found)} in: ${message}`);
  else if (!end.test(own)) flaws.add(`no end: ${message}`);
}

/** Stands between our classes of errors and `Error`. */
class Checked extends Error {
  constructor(message?: string, options?: ErrorOptions) {
    super(message, options);
    check(message);
    errors.add(this);
  }
}

for (const each of [
  DomainError,
  StartError,
  GarageError,
  S3Error,
  DiagnosticError,
  ClientError,
  TokenProblem,
  ValidationError,
]) {
  Object.setPrototypeOf(each, Checked);
}

/** What stands in the place of `Diagnostics.add`, and what it stands for: files share their modules. */
const added: Diagnostics['add'] & { original?: Diagnostics['add'] } = Diagnostics.prototype.add;
const original = added.original ?? added;
function checked(this: Diagnostics, ...all: Diagnostic[]): void {
  for (const { summary, detail } of all) {
    check(summary, /[\w")`]$/);
    check(detail, /[.?!:)\]}"”`]$/);
  }
  original.apply(this, all);
}
Diagnostics.prototype.add = Object.assign(checked, { original });

afterEach(() => {
  const named = [...errors].filter((error) => error.name === '' || error.name === 'Error');
  const found = [
    ...flaws,
    ...named.map((error) => `a ${error.constructor.name} is called ${JSON.stringify(error.name)}`),
  ];
  flaws.clear();
  errors.clear();
  // The framework passes on what handlers of foreign code say, as its tests show; those of the contract draw states that no service has.
  if (!/\/test\/framework\/|\/contract\.test\.ts$/.test(expect.getState().testPath ?? '')) expect(found).toEqual([]);
});
