import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { isAllowed } from '../../../../../projenrc/licenses';
import { queryOf } from '../../../../../scripts/audit/query';
import { componentsOf, packagesOfCheckout } from '../../../../../scripts/audit/shipped';
import { BUN_LIBRARIES } from '../../../../../scripts/release/bun/libraries';
import { BUN } from '../../../../../scripts/support/bun';

let packages: Awaited<ReturnType<typeof packagesOfCheckout>>;
beforeAll(async () => {
  packages = await packagesOfCheckout();
});

// Releases ship what the bundlers include. Bun and the C library are the runtime; the archives hold their licences, with the source.
test.each(['provider', 'emulator'] as const)('every package in the %s has a licence that is allowed', (product) => {
  expect(packages[product].length).toBeGreaterThan(3);
  expect(packages[product].filter(({ license }) => !isAllowed(license))).toEqual([]);
});

test('everything in this checkout can be looked up', () => {
  const components = componentsOf(packages);

  const where = new Set(components.map((component) => component.where));
  expect(where).toContain('provider for linux_arm64');
  expect(where).toContain('emulator');
  const names = components.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining(['undici', 'fastify', 'glibc', 'bun', ...BUN_LIBRARIES.map(({ name }) => name)]),
  );
  expect(components.map(queryOf).length).toBe(components.length);
});

test('the program imports nothing of the C library that the VEX document says it does not', () => {
  const program = readFileSync(BUN);
  const one = program.indexOf('\0getaddrinfo\0');
  // The names of what is imported lie together.
  const names = program.subarray(Math.max(0, one - 2 ** 16), one + 2 ** 16);
  const imports = (name: string) => names.includes(`\0${name}\0`);

  expect(['dlopen', 'getaddrinfo', 'printf'].filter(imports)).toEqual(['dlopen', 'getaddrinfo', 'printf']);
  expect(['glob', 'regcomp', 'regexec'].filter(imports)).toEqual([]);
});
