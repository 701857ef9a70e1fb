import { chmod, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Emulator } from '../../../emulator';
import { TokenCommand } from '../../../provider/client';
import { Workspace } from '../../support/workspace';
import { codeOf, readPage } from '../../unit/repository/docs/markdown';
import { temporaryFolder } from '../../unit/support/temporary-folder';
import { markOf, stepsOf } from '../docs/hcl';
import { Searched } from './support/canaries';
import { onEachTerraform } from './support/on-each-terraform';
import { ProcessWatch } from './support/process-watch';
import { startIssuer } from './support/token-issuer';

/** The recipes of the guide, with the test's own token issuer and a service that accepts only tokens that have not expired. */

const page = readPage('docs/guides/workload-identity.md');

/** Writes the scripts of the guide into a folder, and returns it with a PATH that begins with it. */
async function installScripts(): Promise<{ folder: string; PATH: string }> {
  const folder = temporaryFolder();
  for (const step of stepsOf(page.path, page.text)) {
    const name = markOf(step, 'file');
    if (name === undefined) continue;
    await writeFile(join(folder, name), step.code);
    await chmod(join(folder, name), 0o755);
  }
  return { folder, PATH: [folder, process.env.PATH].join(delimiter) };
}

/** The commands of the guide: those in YAML, then those for a workspace of HCP Terraform. */
const commands = [
  ...codeOf(page, 'yaml').flatMap((code) => [...code.matchAll(/COFFER_TOKEN_COMMAND: '(.*)'/g)]),
  ...codeOf(page, 'text').flatMap((code) => [...code.matchAll(/^COFFER_TOKEN_COMMAND=(.*)$/gm)]),
].map(([, command = '']) => command);

const CONFIGURATION = `
  resource "coffer_secret" "many" {
    for_each = toset(["a", "b", "c", "d", "e", "f"])
    name     = each.key
    value_wo = "value-of-\${each.key}"
  }
  resource "coffer_bucket" "b" {
    max_size = 1000
  }
`;

describe('each command of the guide', () => {
  it('prints a token that the service takes', async () => {
    await using emulator = await Emulator.start();
    const { PATH } = await installScripts();
    const issuer = await startIssuer(emulator);
    const variables = {
      ...{ ...issuer.github, PATH },
      COFFER_ID_TOKEN: issuer.identity(),
    };
    expect(commands).toHaveLength(4);

    for (const [index, command] of commands.entries()) {
      // The third command is for a service that accepts the JWT itself.
      const TFC_WORKLOAD_IDENTITY_TOKEN = index === 2 ? issuer.token() : issuer.identity();
      const { text } = await new TokenCommand('COFFER_TOKEN_COMMAND', {
        argv: JSON.parse(command) as [string],
        timeoutMs: 60_000,
        variables: { ...variables, TFC_WORKLOAD_IDENTITY_TOKEN },
        now: Date.now,
      }).fetch();

      const response = await fetch(`${issuer.baseUrl}/secrets`, { headers: { authorization: `Bearer ${text}` } });
      expect([command, response.status]).toEqual([command, 200]);
    }
    expect(issuer.counts()).toMatchObject({ exchanges: 3, rejected: 0 });
  });
});

onEachTerraform('tokens by identity', (terraform) => {
  it('a job whose tokens end again and again plans, applies and destroys, and shows none of them', async () => {
    await using emulator = await Emulator.start();
    const { folder, PATH } = await installScripts();
    const issuer = await startIssuer(emulator, 8);
    await using workspace = await Workspace.create(
      { ...emulator, token: '', projectId: emulator.projectId, baseUrl: issuer.baseUrl },
      {
        installation: 'dev_overrides',
        terraform,
        env: { ...issuer.github, PATH, TF_LOG: 'TRACE', COFFER_TOKEN: undefined, COFFER_TOKEN_COMMAND: commands[0] },
      },
    );
    await using watch = new ProcessWatch([workspace.folder, folder]);
    await workspace.write(CONFIGURATION);
    const searched = new Searched();
    const run = async (command: string, ...args: string[]) => {
      const { stdout, stderr } = await workspace.must([command, '-input=false', '-no-color', ...args], {
        withoutPlan: 'the story plans by itself',
      });
      searched.add('terminal', stdout);
      searched.add('log', stderr);
    };

    await run('plan', '-out=plan.bin');
    await run('apply', 'plan.bin');
    await run('plan', '-detailed-exitcode');
    await searched.addFolder('folder', workspace.folder);
    await run('destroy', '-auto-approve');
    searched.add('arguments', watch.seen.map(({ commandLine }) => commandLine).join('\n'));

    expect(emulator.inspect.secrets()).toEqual([]);
    const { exchanges, rejected } = issuer.counts();
    expect(rejected).toBeGreaterThan(0);
    expect(exchanges).toBeGreaterThan(3);
    expect(searched.at('log')).toContain('repeating a request with a new token');
    expect(searched.at('arguments')).toContain('terraform');
    expect(searched.findings(issuer.canaries())).toEqual({});
  });
});
