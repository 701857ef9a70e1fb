import { describe, expect, it } from 'vitest';
import { Diagnostics } from '../../../../framework/diagnostic';
import { validateAttributes } from '../../../../framework/schema/validate';
import { formatPath } from '../../../../framework/values/path';
import { attributes, config, GOOD, read } from './reading';

const leftOut = (name: string): [string, string] => [name, 'Leave it out.'];

describe('headers', () => {
  it('have names and values that HTTP allows, and messages show no value', () => {
    const headers = {
      'X-Good': 'canary a\tb',
      Authorization: 'canary',
      'Content-Length': 'canary',
      'X-Canary: canary': 'x',
      'X-Line': 'canary\n',
      'X-Inner': 'can\nary',
      'X-Null': null,
      'x-good': 'canary',
    };
    const diagnostics = new Diagnostics();

    validateAttributes(attributes, config({ headers }), diagnostics);

    expect(diagnostics.all.map(({ detail }) => detail)).toEqual([
      'The provider sets the header Authorization itself. Give the token in token, token_file or their environment variables.',
      'The provider sets the header Content-Length itself. Leave it out.',
      'One of the headers has a name that HTTP does not allow. Write names without colons and spaces, such as X-Gateway-Key.',
      'The value of the header X-Line begins or ends with a space or a line break. Use trimspace(…).',
      'The value of the header X-Inner holds a line break or another character that HTTP does not allow.',
      'The value of the header X-Null is null or empty. Leave the header out, or give it a value.',
      'The header x-good is given twice: names of headers are not case-sensitive.',
    ]);
    expect(new Set(diagnostics.all.map(({ path = [] }) => formatPath(path)))).toEqual(new Set(['headers']));
  });

  it.each<[string, string]>([
    ...['accept', 'Accept-Encoding', 'Content-Encoding', 'Content-Length', 'Content-Type', 'Expect', 'Host'].map(
      leftOut,
    ),
    ...['Idempotency-Key', 'Range', 'Connection', 'Keep-Alive', 'Proxy-Connection', 'TE', 'Trailer'].map(leftOut),
    ...['Transfer-Encoding', 'Upgrade'].map(leftOut),
    ['Authorization', 'Give the token in token, token_file or their environment variables.'],
    ['Proxy-Authorization', 'Give user name and password in HTTPS_PROXY or HTTP_PROXY.'],
    ['User-Agent', 'Add to it with the environment variable TF_APPEND_USER_AGENT.'],
  ])('are not %s, which the provider or the connection sets', (name, advice) => {
    const { problems, diagnostics } = read(GOOD, { COFFER_HEADERS: JSON.stringify({ [name]: 'canary' }) });

    expect(problems).toEqual(['headers: Invalid COFFER_HEADERS']);
    expect(diagnostics.all[0]?.detail).toContain(`The provider sets the header ${name} itself. ${advice}`);
  });

  it.each(['canary', '["canary"]', 'null', '{"a":1}', '{"a":null}'])('are a JSON object of texts in %s', (json) => {
    const { problems, diagnostics } = read(GOOD, { COFFER_HEADERS: json });

    expect(problems).toEqual(['headers: Invalid COFFER_HEADERS']);
    expect(diagnostics.all[0]?.detail).toContain('It must be a JSON object of texts, such as');
    expect(JSON.stringify(diagnostics.all)).not.toContain('canary');
  });
});

describe('TF_APPEND_USER_AGENT', () => {
  it.each([
    ['', undefined],
    ['  ', undefined],
    [' acme/1.0 (pipeline) ', 'acme/1.0 (pipeline)'],
  ])('%j adds %j', (TF_APPEND_USER_AGENT, expected) => {
    expect(read(GOOD, { TF_APPEND_USER_AGENT }).settings?.userAgentSuffix).toBe(expected);
  });

  it('is one line of characters that HTTP allows', () => {
    expect(read(GOOD, { TF_APPEND_USER_AGENT: 'a\nb: c' }).problems).toEqual([': Invalid TF_APPEND_USER_AGENT']);
  });
});
