import { describe, expect, it } from 'vitest';
import { encodeStatusMessage } from '../../../../framework/protocol/grpc/status-message';

describe('encodeStatusMessage', () => {
  it.each([
    ['', ''],
    ['plain words, with punctuation!', 'plain words, with punctuation!'],
    ['100 %', '100 %25'],
    ['a\nb\r\0', 'a%0Ab%0D%00'],
    ['ü', '%C3%BC'],
    ['🙂', '%F0%9F%99%82'],
    ['~\x7f', '~%7F'],
  ])('writes %j as %j', (message, expected) => {
    expect(encodeStatusMessage(message)).toBe(expected);
    expect(decodeURIComponent(encodeStatusMessage(message))).toBe(message);
  });
});
