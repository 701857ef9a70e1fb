import { expect, test } from 'vitest';
import { nearest, nearMiss } from '../../../../emulator/domain/nearest';

const KNOWN = ['name', 'description', 'max_size', 'id'];

test.each([
  ['max_siz', 'max_size'],
  ['maxSize', 'max_size'],
  ['MAX_SIZE', 'max_size'],
  ['nme', 'name'],
  ['eman', undefined],
  ['descripted', 'description'],
  ['describing', undefined],
  ['discrepancy', undefined],
  ['', 'id'],
])('%j probably means %j', (name, meant) => {
  expect(nearest(name, KNOWN)).toBe(meant);
});

test.each([
  ['nams', 'name'],
  ['namely', 'name'],
  ['naturally', undefined],
  ['nam', undefined],
  ['descriptin', 'description'],
  ['descrptin', 'description'],
  ['desrptin', undefined],
])('only what differs in two letters from a name of some length is shown: %j means %j', (name, meant) => {
  expect(nearMiss(name, KNOWN)).toBe(meant);
});

test('there is nothing near to nothing', () => {
  expect(nearest('name', [])).toBeUndefined();
  expect(nearest('name', ['nemo'], 1)).toBeUndefined();
  expect(nearest('name', ['nave', 'game'], 1)).toBe('nave');
});
