import { isAbsolute } from 'node:path';
import { attempt } from '../../contract/formats/attempt';
import { type Diagnostics, path, type Variables } from '../../framework';
import { variableOf } from './variables';

type TokenArgv = readonly [program: string, ...args: string[]];

/** The source of the token. `setting`: the argument or variable that named it, for messages. `file` may be relative to the working directory. */
type TokenSetting =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'file'; readonly setting: string; readonly file: string }
  | { readonly kind: 'command'; readonly setting: string; readonly argv: TokenArgv };

/** The name of the variable with the command. There is no argument for it, because a configuration must not choose a program to run at plan. */
export const TOKEN_COMMAND = 'COFFER_TOKEN_COMMAND';

/**
 * Returns where the token comes from; reads no file and runs no command. `token`, then `token_file`; if both are null, exactly one of COFFER_TOKEN,
 * COFFER_TOKEN_FILE and COFFER_TOKEN_COMMAND, of which an empty one counts as not set. None, several, or a command that is not a JSON array of a
 * program (no relative path; on Windows an absolute one) and its arguments, is reported; the result is undefined. The caller passes at most one of the two.
 */
export function readTokenSetting(
  { token, token_file: file }: { readonly token: string | null; readonly token_file: string | null },
  env: Variables,
  diagnostics: Diagnostics,
): TokenSetting | undefined {
  if (token !== null) return { kind: 'text', text: token };
  if (file !== null) return { kind: 'file', setting: 'token_file', file };
  return fromEnvironment(env, diagnostics);
}

function fromEnvironment(env: Variables, diagnostics: Diagnostics): TokenSetting | undefined {
  const names = [variableOf('token'), variableOf('token_file'), TOKEN_COMMAND];
  const [token, file, command] = names.map((name) => env[name]);
  const set = names.filter((name) => env[name]);
  const at = path('token');
  if (set.length > 1) {
    const detail = `Only one of ${set.join(' and ')} can be set in the environment, since each gives the token. Unset the other.`;
    diagnostics.error(`Conflicting ${set[0]}`, detail, at);
    return undefined;
  }
  if (token) return { kind: 'text', text: token };
  if (file) return { kind: 'file', setting: variableOf('token_file'), file };
  if (command) {
    const argv = parseCommand(command, diagnostics);
    return argv && { kind: 'command', setting: TOKEN_COMMAND, argv };
  }
  const detail = `Set token or token_file in the provider block, or one of the environment variables ${names.join(', ')}.`;
  diagnostics.error('Missing token', detail, at);
  return undefined;
}

/** Parses the command. Messages quote only its program, because an argument may be a secret. */
function parseCommand(json: string, diagnostics: Diagnostics): TokenArgv | undefined {
  const report = (problem: string) => {
    const example = 'such as ["gcloud","auth","print-access-token"]. No shell reads it';
    const detail = `The environment variable ${TOKEN_COMMAND} ${problem}. Give the program and its arguments as a JSON array of texts, ${example}.`;
    diagnostics.error(`Invalid ${TOKEN_COMMAND}`, detail, path('token'));
    return undefined;
  };
  const argv: unknown = attempt(() => JSON.parse(json));
  const areTexts = Array.isArray(argv) && argv.every((one): one is string => typeof one === 'string');
  if (!areTexts) return report('is not a JSON array of strings');
  const [program, ...args] = argv;
  if (program === undefined || program === '') return report('names no program');
  if (argv.some((text) => text.includes('\0'))) return report('holds a null character');
  // A relative path would run a file in the folder of the configuration.
  if (/[\\/]/.test(program) && !isAbsolute(program)) {
    return report(
      `begins with the relative path ${JSON.stringify(program)}: use an absolute one, or a program on the PATH`,
    );
  }
  if (process.platform === 'win32' && !isAbsolute(program)) {
    return report(
      `begins with ${JSON.stringify(program)}: on Windows use an absolute path, since the working folder is searched, too`,
    );
  }
  return [program, ...args];
}
