import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import { inRoot } from '../../../scripts/support/paths';
import { blocksOf } from '../../host/src/blocks';

/** Expects a stack to declare what is pinned of the constructs, including its required providers. */
export async function expectDeclared(path: string, pinned: string): Promise<void> {
  expect(blocksOf(await readFile(path, 'utf8'))).toBe(await readFile(inRoot('test/host/src/examples', pinned), 'utf8'));
}

/** The blocks of a stack, one a line, without those about its providers. */
export async function resourcesOf(path: string): Promise<string[]> {
  const blocks = blocksOf(await readFile(path, 'utf8'))
    .trim()
    .split('\n');
  return blocks.filter((block) => !block.startsWith('terraform.'));
}
