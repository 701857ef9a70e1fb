import { expect, it } from 'vitest';
import { Diagnostics } from '../../../framework';
import { appendedUserAgent } from '../../../framework/user-agent';

it.each([
  [undefined, undefined],
  ['', undefined],
  [' \t ', undefined],
  [' tool/1.0 (x;\ty) ~ ', 'tool/1.0 (x;\ty) ~'],
])('of %j, %j is appended', (text, appended) => {
  const diagnostics = new Diagnostics();

  expect(appendedUserAgent({ TF_APPEND_USER_AGENT: text }, diagnostics)).toBe(appended);
  expect(diagnostics.all).toEqual([]);
});

it.each(['a\nb', 'a\rb', 'ü', 'a\u007f', 'a\u001f'])('%j is an error, which does not quote it', (text) => {
  const diagnostics = new Diagnostics();

  expect(appendedUserAgent({ TF_APPEND_USER_AGENT: text }, diagnostics)).toBeUndefined();
  expect(diagnostics.all).toEqual([
    {
      severity: 'error',
      summary: 'Invalid TF_APPEND_USER_AGENT',
      detail:
        'The environment variable TF_APPEND_USER_AGENT holds a line break or another character that is neither a tab nor printable ASCII. Correct or unset it.',
    },
  ]);
});
