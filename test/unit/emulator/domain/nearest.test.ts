import { expect, test } from 'vitest';
import { nearest, nearMiss } from '../../../../emulator/domain/nearest';

const KNOWN = ['name', 'description', 'max_size', 'id'];

test.each([
  ['max_siz', 'max_size'],
  ['maxSize', 'max_size'],
  ['nme', 'name'],
  ['eman', undefined],
  ['descripted', 'description'],
  ['describing', undefined],
  ['', 'id'],
])('%j probably means %j', (name, meant) => {
  expect(nearest(name, KNOWN)).toBe(meant);
});

test.each([
  ['nams', 'name'],
  ['nam', undefined],
  ['descrptin', 'description'],
  ['desrptin', undefined],
])('only what differs in two letters from a name of some length is shown: %j means %j', (name, meant) => {
  expect(nearMiss(name, KNOWN)).toBe(meant);
});
