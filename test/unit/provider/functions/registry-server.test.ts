import { expect, it } from 'vitest';
import { registryServer } from '../../../../provider/functions/registry-server';
import { refusalOf } from './support';

const HUB = 'https://index.docker.io/v1/';
const DIGEST = `sha256:${'a'.repeat(64)}`;

it.each([
  ['nginx', HUB],
  ['nginx:1.27', HUB],
  ['library/nginx', HUB],
  ['acme/web/part', HUB],
  ['docker.io/library/nginx', HUB],
  ['index.docker.io/acme/web', HUB],
  ['registry-1.docker.io/acme/web', HUB],
  [`nginx@${DIGEST}`, HUB],
  ['ghcr.io/acme/web:1', 'ghcr.io'],
  ['GHCR.io/acme/web', 'ghcr.io'],
  [`ghcr.io/acme/web:1@${DIGEST}`, 'ghcr.io'],
  ['localhost/web', 'localhost'],
  ['localhost:5000/web', 'localhost:5000'],
  ['registry:5000/web', 'registry:5000'],
  ['123456789012.dkr.ecr.eu-west-1.amazonaws.com/web', '123456789012.dkr.ecr.eu-west-1.amazonaws.com'],
  ['[::1]:5000/web', '[::1]:5000'],
])('%s is of %s', (image, server) => {
  expect(registryServer.call(image)).toBe(server);
});

it.each([
  '',
  'https://ghcr.io/acme/web',
  'ghcr.io/',
  'Nginx',
  'acme/Web',
  'a b',
  'nginx:',
  'ghcr.io/acme//web',
  '/web',
  'gh_cr.io/web',
])('%j is refused', (image) => {
  const { text, argument } = refusalOf(registryServer, image);

  const how = image.includes('://') ? 'without a scheme' : 'as a path in lower case';
  expect(text).toBe(
    `${JSON.stringify(image)} is not an image reference: write it ${how}, such as "ghcr.io/acme/web:1.2"`,
  );
  expect(argument).toBe(0);
});
