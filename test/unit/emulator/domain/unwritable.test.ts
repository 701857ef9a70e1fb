import { expect, test } from 'vitest';
import { toUnwritable, unwritableSentence } from '../../../../emulator/domain/unwritable';

const sentence = (reason: string) =>
  `The emulator cannot write what it keeps (${reason}): its disk may be full, or its folder read-only.`;

test.each(['EACCES', 'EDQUOT', 'EFBIG', 'EIO', 'ENOSPC', 'EPERM', 'EROFS'])(
  'the error %s of the system means that nothing can be written',
  (code) => {
    expect(unwritableSentence({ code, message: 'm' })).toBe(sentence(code));
  },
);

// Read-only, failed input or output, full, cannot be opened; and an extended code, whose low byte is the code.
test.each([8, 10, 13, 14, 10 | (3 << 8)])('the error %i of SQLite means it too', (errcode) => {
  expect(unwritableSentence({ code: 'ERR_SQLITE_ERROR', errcode, message: 'm' })).toBe(sentence('m'));
});

test.each([undefined, null, {}, { code: 'ENOENT' }, { code: 13 }, { errcode: 5 }, { errcode: '13' }])(
  '%j has another reason',
  (error) => {
    expect([unwritableSentence(error), toUnwritable(error)]).toEqual([undefined, undefined]);
  },
);

test('a request that could not be written was not carried out', () => {
  expect(toUnwritable({ code: 'ENOSPC' })).toMatchObject({
    code: 'unwritable',
    message: `${sentence('ENOSPC')} This request was not carried out; what was acknowledged before is kept.`,
  });
});
