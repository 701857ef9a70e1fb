import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ProviderHost } from '../../../framework/testing';
import { version } from '../../../package.json';
import { provider } from '../../../provider/provider';
import { temporaryFolder } from '../support/temporary-folder';
import { startServer } from './client/raw-server';

const MISSING = '/nowhere/token';
const CANNOT = `The file "${MISSING}" of NAME cannot be read (ENOENT). Give the path of a file that holds the token, absolute or relative to the folder that Terraform runs in.`;

/** A service without buckets, and what its requests had as `authorization` and `user-agent`. */
async function service() {
  const { baseUrl, requests } = await startServer((_request, response) => response.end('[]'));
  const headers = () => requests.map(({ headers }) => [headers.authorization, headers['user-agent']]);
  return { variables: { COFFER_BASE_URL: baseUrl, COFFER_PROJECT_ID: 'p' }, headers };
}

test.each<[string, object, object, string]>([
  ['token_file', { token_file: MISSING }, {}, CANNOT.replace('NAME', 'token_file')],
  ['COFFER_TOKEN_FILE', {}, { COFFER_TOKEN_FILE: MISSING }, CANNOT.replace('NAME', 'COFFER_TOKEN_FILE')],
])(
  '%s without a token is an error of the configuration, at the argument',
  async (_name, settings, variables, detail) => {
    const given = { ...(await service()).variables, ...variables };
    const error = await ProviderHost.start(provider, { settings: { ...settings }, variables: given }).catch(
      (error) => error,
    );

    expect(error.cause).toEqual([
      { severity: 'error', summary: 'Cannot get a token', detail, path: [{ attribute: 'token_file' }] },
    ]);
  },
);

test.each<[string, (file: string) => object, string]>([
  ['a text', () => ({ COFFER_TOKEN: 'one' }), 'one'],
  ['a file', (file) => ({ COFFER_TOKEN_FILE: file }), 'two'],
])('requests have the token of %s, and the versions of provider and Terraform', async (_name, variablesOf, token) => {
  const file = join(temporaryFolder(), 'token');
  writeFileSync(file, 'two\n');
  const { variables, headers } = await service();
  const host = await ProviderHost.start(provider, { variables: { ...variables, ...variablesOf(file) } });

  await host.data('coffer_buckets', {});
  await host.shutDown();

  expect(headers()).toEqual([[`Bearer ${token}`, `terraform-provider-coffer/${version} Terraform/1.11.4`]]);
});

test('the user agent ends with what TF_APPEND_USER_AGENT adds', async () => {
  const { variables, headers } = await service();
  const added = { COFFER_TOKEN: 'one', TF_APPEND_USER_AGENT: 'pipeline/7' };
  const host = await ProviderHost.start(provider, { variables: { ...variables, ...added } });

  await host.data('coffer_buckets', {});
  await host.shutDown();

  expect(headers()).toEqual([['Bearer one', `terraform-provider-coffer/${version} Terraform/1.11.4 pipeline/7`]]);
});
