import { afterEach, expect } from 'vitest';
import { type Diagnostic, DiagnosticError, Diagnostics } from '../../framework/diagnostic';

/*
 * Fails a test in which the program made a message that is not fit for a reader: empty, with a gap where a word should be, with the text
 * of a value that is none, or without an end. Each test file begins with this, but those of the framework and of the contract: the framework passes on
 * what handlers of foreign code say, and its tests run without the rest of this repository; the contract's draw states that no service has.
 */
const flaws = new Set<string>();
const errors = new Set<Error>();

function check(message: unknown, end = /\S$/): void {
  if (typeof message !== 'string') return;
  // What was received is quoted as it is.
  const own = message.replaceAll(/"(?:[^"\\]|\\.)+"|"[^"]+"|`[^`]+`|\bbase64(?:en|de)code\(\)|\w\(\)/g, '"…"');
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

/** Lets every error of ours, and each diagnostic, be checked from now on. */
async function watch(): Promise<void> {
  const { DomainError, StartError } = await import('../../emulator/domain/errors');
  const { GarageError } = await import('../../emulator/garage/admin-api');
  const { S3Error } = await import('../../emulator/s3/errors');
  const { ClientError } = await import('../../provider/client/errors/errors');
  const { TokenProblem } = await import('../../provider/client/tokens/token');
  const { ValidationError } = await import('../../src/private/validation-error');
  const ours = [DomainError, StartError, GarageError, S3Error, DiagnosticError, ClientError, TokenProblem];
  for (const each of [...ours, ValidationError]) Object.setPrototypeOf(each, Checked);
  Diagnostics.prototype.add = Object.assign(checked, { original });
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
if (!/\/framework\/|\/contract\.test\.ts$/.test(expect.getState().testPath ?? '')) {
  await watch();
  afterEach(requireWellMade);
}

function requireWellMade(): void {
  const named = [...errors].filter((error) => error.name === '' || error.name === 'Error');
  const found = [
    ...flaws,
    ...named.map((error) => `a ${error.constructor.name} is called ${JSON.stringify(error.name)}`),
  ];
  flaws.clear();
  errors.clear();
  expect(found).toEqual([]);
}
