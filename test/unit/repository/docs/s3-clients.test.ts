import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { devDependencies } from '../../../../package.json';
import { inRoot } from '../../../../scripts/support/paths';
import { CLIENTS } from '../../../../scripts/support/s3-clients';
import { readPage } from './markdown';

it('the table of S3 clients has the versions that are run', async () => {
  const rows = [...readPage('docs/emulator/s3.md').text.matchAll(/^\| ([^|]+?) \| (\d[^ |]*) \|$/gm)].map(
    ([, name, version]) => [name, version],
  );
  const requirements = readFileSync(inRoot('test/real/acceptance/s3-clients/requirements.txt'), 'utf8');
  const fromPyPi = [...requirements.matchAll(/^(.+)==(.+)$/gm)].map(([, name, version]) => [name, version]);
  const built = await Promise.all(CLIENTS.map(async ({ name, version }) => [name, await version()]));
  expect(rows).toEqual([['AWS SDK for JavaScript', devDependencies['@aws-sdk/client-s3']], ...fromPyPi, ...built]);
});
