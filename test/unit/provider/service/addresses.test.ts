import { describe, expect, it } from 'vitest';
import { Addresses, type Claim } from '../../../../provider/service/addresses';

const secret = { kind: 'secret', id: 's-1' } as const;

const REFUSED = /The secret "s-1" has two addresses/;

describe('P51: claims of two addresses on one object', () => {
  it.each<[Claim, Claim, boolean]>([
    ['holds', 'holds', true],
    ['holds', 'imports', false],
    ['holds', 'deletes', false],
    ['imports', 'imports', false],
    ['imports', 'deletes', false],
    ['deletes', 'deletes', true],
  ])('%s and %s', (one, other, passes) => {
    for (const [first, second] of [
      [one, other],
      [other, one],
    ] as const) {
      const addresses = new Addresses();
      addresses.claim(secret, 'a', first);
      const claim = () => addresses.claim(secret, 'b', second);
      if (passes) claim();
      else expect(claim).toThrow(REFUSED);
    }
  });

  it.each<[string, { kind: 'secret' | 'bucket'; id: string }, string]>([
    ['at the same address', secret, 'a'],
    ['on another object', { kind: 'secret', id: 's-2' }, 'b'],
    ['on an object of another kind', { kind: 'bucket', id: 's-1' }, 'b'],
  ])('exclude nothing %s', (_, object, mark) => {
    const addresses = new Addresses();
    addresses.claim(secret, 'a', 'imports');
    addresses.claim(secret, 'a', 'holds');

    addresses.claim(object, mark, 'deletes');
  });

  it('an import counts until its address deletes the object', () => {
    const addresses = new Addresses();
    addresses.claim(secret, 'a', 'imports');
    addresses.claim(secret, 'a', 'holds');
    expect(() => addresses.claim(secret, 'b', 'holds')).toThrow(REFUSED);

    addresses.claim(secret, 'a', 'deletes');
    addresses.deleted(secret);
    addresses.claim(secret, 'b', 'imports');
  });

  it('a state without a mark is another address than one with a mark', () => {
    const addresses = new Addresses();
    addresses.claim(secret, 'a', 'imports');
    expect(() => addresses.claim(secret, undefined, 'deletes')).toThrow(REFUSED);
  });
});
