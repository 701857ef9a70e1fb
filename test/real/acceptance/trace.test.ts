import { expect, it } from 'vitest';
import { useEmulator } from '../../../emulator/testing/vitest';
import { Workspace } from '../../support/workspace';
import { canariesIn } from './support/canaries';

/** The TF_LOG_PROVIDER output of a run: each call and each request, but no secret, query or body. */

const emulator = useEmulator({ dialect: 'enveloped', tokens: ['canary-trace-token/+'] });

const CONFIGURATION = `
  provider "coffer" {}
  variable "password" {
    type      = string
    ephemeral = true
  }
  resource "coffer_secret" "s" {
    name     = "traced"
    value_wo = "canary trace/value"
  }
  resource "coffer_pull_secret" "p" {
    server      = "registry.example"
    username    = "octo"
    password_wo = var.password
  }
  resource "coffer_bucket" "b" {
    max_size = 1000
  }
  resource "coffer_access_key" "k" {
    bucket_ids  = [coffer_bucket.b.id]
    permissions = { read = true }
    store_in    = { secret_name = "stored" }
  }
  data "coffer_secrets" "all" {
    depends_on = [coffer_secret.s]
  }
`;

async function logOf(level: string | undefined) {
  await using workspace = await Workspace.create(emulator, {
    installation: 'dev_overrides',
    env: { TF_LOG_PROVIDER: level, TF_VAR_password: 'canary trace+password' },
  });
  await workspace.write(CONFIGURATION);
  const { output } = await workspace.apply();
  const halves = emulator.inspect.accessKeys().map(({ id }) => emulator.inspect.secretAccessKey(id));
  const { output: destroyed } = await workspace.destroy();
  return { text: output + destroyed, halves };
}

/** Fields of the log lines with a message, as Terraform writes them after the message. */
const linesOf = (text: string, message: string) =>
  text
    .split('\n')
    .filter((line) => line.includes(`: ${message}: `))
    .map((line) =>
      Object.fromEntries([...line.matchAll(/(?<= )@?([\w.]+)=("[^"]*"|\S+)/g)].map(([, key, value]) => [key, value])),
    );

it('TRACE has a line for each call and each request, and nothing secret', async () => {
  const { text, halves } = await logOf('TRACE');

  const calls = linesOf(text, 'Served request');
  const requests = linesOf(text, 'HTTP request');
  expect(calls).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ tf_rpc: 'ConfigureProvider', diagnostic_error_count: '0' }),
      expect.objectContaining({ tf_rpc: 'ApplyResourceChange', tf_resource_type: 'coffer_access_key' }),
      expect.objectContaining({ tf_rpc: 'ReadDataSource', tf_data_source_type: 'coffer_secrets' }),
    ]),
  );
  for (const call of calls) {
    expect(call).toMatchObject({
      tf_req_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      tf_req_duration_ms: expect.stringMatching(/^\d+$/),
      diagnostic_warning_count: expect.stringMatching(/^\d+$/),
    });
  }
  expect(requests).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        method: 'POST',
        path: '/secrets',
        status: '201',
        attempt: '1',
        tf_rpc: 'ApplyResourceChange',
      }),
      expect.objectContaining({ method: 'GET', path: '/secrets', status: '200', attempt: '1' }),
    ]),
  );
  for (const { ms, path } of requests)
    expect([ms, path]).toEqual([expect.stringMatching(/^\d+$/), expect.not.stringContaining('?')]);
  const [half = ''] = halves;
  const canaries = { token: emulator.token, value: 'canary trace/value', password: 'canary trace+password', half };
  expect(half).not.toBe('');
  expect(canariesIn(text, canaries)).toEqual([]);
});
