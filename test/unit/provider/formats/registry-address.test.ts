import { expect, it } from 'vitest';
import { sameServer } from '../../../../provider/formats/registry-address';

it.each([
  ['ghcr.io', 'https://ghcr.io'],
  ['ghcr.io', 'GHCR.io/'],
  ['docker.io', 'https://index.docker.io/v1/'],
  ['registry-1.docker.io', 'docker.io'],
  ['https://registry.example:5000/v2/', 'registry.example:5000'],
  ['rg.fr-par.scw.cloud/team', 'https://rg.fr-par.scw.cloud/team/'],
])('P30: %s and %s are the same server', (a, b) => {
  expect([sameServer(a, b), sameServer(b, a)]).toEqual([true, true]);
});

it.each([
  ['ghcr.io', 'quay.io'],
  ['registry.hub.docker.com', 'docker.io'],
  ['registry.example', 'registry.example:5000'],
  ['rg.fr-par.scw.cloud/one', 'rg.fr-par.scw.cloud/two'],
])('%s and %s are two', (a, b) => {
  expect(sameServer(a, b)).toBe(false);
});
