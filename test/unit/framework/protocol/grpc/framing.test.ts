import { describe, expect, it } from 'vitest';
import { FrameReader, frame } from '../../../../../framework/protocol/grpc/framing';
import { Status } from '../../../../../framework/protocol/grpc/status';
import { fc } from '../../../support/property';

describe('FrameReader', () => {
  it('reads an empty message', () => {
    expect(new FrameReader(10).push(frame(new Uint8Array()))).toEqual([Buffer.alloc(0)]);
  });

  it('reads messages however they are cut', () => {
    fc.assert(
      fc.property(
        fc.array(fc.uint8Array({ maxLength: 40 })),
        fc.array(fc.integer({ min: 1, max: 20 })),
        (messages, cuts) => {
          const bytes = Buffer.concat(messages.map(frame));
          const reader = new FrameReader(40);

          const read = chunks(bytes, cuts).flatMap((chunk) => reader.push(chunk));
          reader.end();

          expect(read.map((message) => [...message])).toEqual(messages.map((message) => [...message]));
        },
      ),
    );
  });

  it('refuses a message that is too long before any of it has come', () => {
    const reader = new FrameReader(4);

    expect(() => reader.push(Uint8Array.of(0, 0, 0, 0, 5))).toThrow(
      expect.objectContaining({ code: Status.RESOURCE_EXHAUSTED }),
    );
  });

  it.each([
    ['a compressed message', Uint8Array.of(1, 0, 0, 0, 0), Status.UNIMPLEMENTED],
    ['flags that nobody defined', Uint8Array.of(2, 0, 0, 0, 0), Status.INTERNAL],
  ])('refuses %s', (_what, bytes, code) => {
    expect(() => new FrameReader(4).push(bytes)).toThrow(expect.objectContaining({ code }));
  });

  it.each([
    ['in a prefix', Uint8Array.of(0, 0)],
    ['after a prefix', Uint8Array.of(0, 0, 0, 0, 3)],
    ['in a message', Uint8Array.of(0, 0, 0, 0, 3, 1, 2)],
  ])('refuses an end %s', (_where, bytes) => {
    const reader = new FrameReader(4);
    reader.push(bytes);

    expect(() => reader.end()).toThrow(expect.objectContaining({ code: Status.INTERNAL }));
  });
});

function chunks(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const all: Buffer[] = [];
  let rest = bytes;
  for (const cut of cuts) {
    all.push(rest.subarray(0, cut));
    rest = rest.subarray(cut);
  }
  return [...all, rest];
}
