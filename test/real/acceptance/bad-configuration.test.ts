import { describe, expect, it } from 'vitest';
import { useEmulator } from '../../../emulator/testing/vitest';
import { Workspace } from '../../support/workspace';

/** One diagnostic per problem, with the attribute's path; each of Terraform's phases reports all its problems at once. */

const emulator = useEmulator({ reset: false });

interface Diagnostic {
  readonly severity: string;
  readonly summary: string;
  readonly detail: string;
  readonly address?: string;
  readonly snippet?: { readonly context: string | null; readonly code: string };
}

async function validate(hcl: string): Promise<readonly Diagnostic[]> {
  await using workspace = await Workspace.create(emulator);
  await workspace.write(hcl);
  const { stdout } = await workspace.run(['validate', '-json']);
  return (JSON.parse(stdout) as { diagnostics: Diagnostic[] }).diagnostics.filter(
    ({ severity }) => severity === 'error',
  );
}

async function plan(hcl: string, env: Record<string, string | undefined> = {}): Promise<readonly Diagnostic[]> {
  await using workspace = await Workspace.create(emulator, { env });
  await workspace.write(hcl);
  const { stdout } = await workspace.run(['plan', '-json', '-input=false']);
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { diagnostic?: Diagnostic });
  return lines.flatMap(({ diagnostic }) => (diagnostic?.severity === 'error' ? [diagnostic] : []));
}

/** Summaries with the line of the configuration that Terraform shows for each. */
const shown = (diagnostics: readonly Diagnostic[]) =>
  diagnostics.map(({ summary, snippet }) => `${summary} | ${snippet?.code.trim() ?? ''}`).sort();

const RESOURCE = 'resource "coffer_secret" "a" {\n  name = "a"\n  value_wo = "v"\n}\n';
/** Has a provider block: without one, Terraform adds its own error that asks for it. */
const SECRET = `provider "coffer" {}\n${RESOURCE}`;

describe('validate', () => {
  it('finds everything that is wrong in resources at once', async () => {
    const found = await validate(`
      resource "coffer_secret" "a" {
        name     = "Bad Name"
        value    = "canary-1"
        value_wo = "canary-2"
      }
      resource "coffer_bucket" "b" {
        max_size = -5
        wait_for = "ever"
      }
      resource "coffer_access_key" "k" {
        bucket_ids  = []
        permissions = {}
      }
      resource "coffer_pull_secret" "p" {
        server = ""
      }
    `);

    expect(shown(found)).toEqual([
      'Conflicting attributes | value_wo = "canary-2"',
      'Invalid value | bucket_ids  = []',
      'Invalid value | max_size = -5',
      'Invalid value | name     = "Bad Name"',
      'Invalid value | server = ""',
      'Invalid value | wait_for = "ever"',
      'Missing password | resource "coffer_pull_secret" "p" {',
      'Missing permission | permissions = {}',
      'Missing username | resource "coffer_pull_secret" "p" {',
    ]);
    expect(found.map(({ summary, detail }) => summary + detail).join()).not.toContain('canary');
  });

  it('finds everything that is wrong in the provider block at once', async () => {
    const found = await validate(`
      provider "coffer" {
        base_url        = "http://api.example.com"
        allow_insecure_http = false
        max_retries     = -1
        request_timeout = "soon"
        pull_secret_api = "some"
      }
      ${RESOURCE}
    `);

    expect(shown(found)).toEqual([
      'Insecure base_url | base_url        = "http://api.example.com"',
      'Invalid value | max_retries     = -1',
      'Invalid value | pull_secret_api = "some"',
      'Invalid value | request_timeout = "soon"',
    ]);
  });

  it('P19: asks for no credentials', async () => {
    expect(await validate(SECRET)).toEqual([]);
  });
});

describe('configure', () => {
  it('finds everything that is missing at once', async () => {
    const found = await plan(SECRET, {
      COFFER_TOKEN: undefined,
      COFFER_BASE_URL: undefined,
      COFFER_MAX_RETRIES: 'many',
    });

    expect(found.map(({ summary }) => summary).sort()).toEqual([
      'Invalid COFFER_MAX_RETRIES',
      'Missing base_url',
      'Missing token',
    ]);
  });

  it('takes plain http to another host where allow_insecure_http is set', async () => {
    // This address reaches this machine, but is not a loopback address.
    const url = emulator.baseUrl.replace('127.0.0.1', '0.0.0.0');
    await using workspace = await Workspace.create(emulator, { env: { COFFER_BASE_URL: url } });
    await workspace.write('provider "coffer" {\n  allow_insecure_http = true\n}\ndata "coffer_secrets" "all" {}\n');
    emulator.journal.clear();

    await workspace.must(['plan', '-input=false', '-no-color']);

    expect(emulator.journal.count({ operation: 'listSecrets' })).toBe(1);
  });

  it('F2: plans with one warning while the configuration is unknown, and applies once it is known', async () => {
    await using workspace = await Workspace.create(emulator, { env: { COFFER_TOKEN: undefined } });
    await workspace.write(`
      resource "terraform_data" "token" {
        input = ${JSON.stringify(emulator.token)}
      }
      provider "coffer" {
        token = terraform_data.token.output
      }
      resource "coffer_secret" "p18" {
        name     = "p18"
        value_wo = "v"
      }
    `);

    const { output } = await workspace.plan();
    expect(output.match(/Provider configuration not known yet/g)).toHaveLength(1);

    await workspace.apply();
    await workspace.destroy();
  });
});

describe('plan', () => {
  it('finds what only a plan can find', async () => {
    const hcl = `
      resource "coffer_secret" "a" {
        name = "a"
      }
      resource "coffer_secret" "b" {
        name     = "b"
        value_wo = "v"
      }
    `;

    const found = await plan(hcl, { COFFER_PROJECT_ID: undefined });

    expect(found.map(({ summary, address }) => `${address}: ${summary}`).sort()).toEqual([
      'coffer_secret.a: Missing project_id',
      'coffer_secret.a: Missing value',
      'coffer_secret.b: Missing project_id',
    ]);
  });
});
