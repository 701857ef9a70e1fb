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

/** Summaries with the line of the configuration that Terraform shows for each. */
const shown = (diagnostics: readonly Diagnostic[]) =>
  diagnostics.map(({ summary, snippet }) => `${summary} | ${snippet?.code.trim() ?? ''}`).sort();

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
});

describe('configure', () => {
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
