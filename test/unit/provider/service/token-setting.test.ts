import { describe, expect, it } from 'vitest';
import { UNKNOWN, type Value } from '../../../../framework/values/value';
import { read, validate } from './reading';

describe('the token', () => {
  const base = { base_url: 'https://api.example.com' };
  const file = (setting: string, name: string) => ({ kind: 'file', setting, file: name });

  it.each<[string, Record<string, Value>, Record<string, string>, object]>([
    ['token', { token: 'a' }, { COFFER_TOKEN: 'b' }, { kind: 'text', text: 'a' }],
    ['token_file', { token_file: 'a' }, { COFFER_TOKEN: 'b', COFFER_TOKEN_COMMAND: '[' }, file('token_file', 'a')],
    ['COFFER_TOKEN', {}, { COFFER_TOKEN: 'b', COFFER_TOKEN_FILE: '' }, { kind: 'text', text: 'b' }],
    ['COFFER_TOKEN_FILE', {}, { COFFER_TOKEN_FILE: 'b' }, file('COFFER_TOKEN_FILE', 'b')],
    [
      'COFFER_TOKEN_COMMAND',
      {},
      { COFFER_TOKEN_COMMAND: '["/bin/get","-x",""]' },
      { kind: 'command', setting: 'COFFER_TOKEN_COMMAND', argv: ['/bin/get', '-x', ''] },
    ],
  ])('comes from %s', (_name, given, env, expected) => {
    expect(read({ ...base, ...given }, env).settings?.token).toEqual(expected);
  });

  it('may be given once; other problems are reported beside it', () => {
    const wrong = { token: 'canary', token_file: 'f', max_retries: 1, request_timeout: 'soon' };

    expect(validate(wrong)).toEqual(['request_timeout: Invalid value', 'token_file: Conflicting attributes']);
    expect(validate({ token: 'canary', token_file: UNKNOWN })).toEqual([]);
  });

  it.each<[string, Record<string, string>, string]>([
    [
      'none',
      { COFFER_TOKEN: '' },
      'Set token or token_file in the provider block, or one of the environment variables COFFER_TOKEN, COFFER_TOKEN_FILE, COFFER_TOKEN_COMMAND.',
    ],
    [
      'two',
      { COFFER_TOKEN_FILE: 'f', COFFER_TOKEN_COMMAND: '["x"]' },
      'Only one of COFFER_TOKEN_FILE and COFFER_TOKEN_COMMAND can be set in the environment, since each gives the token. Unset the other.',
    ],
    [
      'a command that cannot be run',
      { COFFER_TOKEN_COMMAND: '[]' },
      'The environment variable COFFER_TOKEN_COMMAND names no program. Give the program and its arguments as a JSON array of texts, ' +
        'such as ["gcloud","auth","print-access-token"]. No shell reads it.',
    ],
  ])('%s in the environment: the error says what to do', (_what, env, detail) => {
    const { settings, diagnostics } = read(base, env);

    expect(settings).toBeUndefined();
    expect(diagnostics.all.map((one) => one.detail)).toEqual([detail]);
  });

  it('may also be given once in the environment', () => {
    const env = { COFFER_TOKEN: 'canary', COFFER_TOKEN_FILE: 'f', COFFER_TOKEN_COMMAND: '["x"]' };

    const { problems, diagnostics } = read(base, env);

    expect(problems).toEqual(['token: Conflicting COFFER_TOKEN']);
    expect(diagnostics.all[0]?.detail).toContain(
      'Only one of COFFER_TOKEN and COFFER_TOKEN_FILE and COFFER_TOKEN_COMMAND can be set',
    );
    expect(diagnostics.all[0]?.detail).not.toContain('canary');
  });

  it.each([
    ['canary --now', 'is not a JSON array of strings'],
    ['"canary"', 'is not a JSON array of strings'],
    ['["canary",1]', 'is not a JSON array of strings'],
    ['[]', 'names no program'],
    ['["","canary"]', 'names no program'],
    ['["a","can\\u0000ary"]', 'holds a null character'],
    ['["./get-token","canary"]', 'begins with the relative path "./get-token"'],
    [
      '["bin/get-token"]',
      'begins with the relative path "bin/get-token": use an absolute one, or a program on the PATH. Give',
    ],
    ['["bin\\\\get-token"]', 'begins with the relative path "bin\\\\get-token": use'],
  ])('cannot come from the command %s', (COFFER_TOKEN_COMMAND, expected) => {
    const { problems, diagnostics } = read(base, { COFFER_TOKEN_COMMAND });

    expect(problems).toEqual(['token: Invalid COFFER_TOKEN_COMMAND']);
    expect(diagnostics.all[0]?.detail).toContain(expected);
    expect(diagnostics.all[0]?.detail).not.toMatch(/can.*ary/);
  });
});
