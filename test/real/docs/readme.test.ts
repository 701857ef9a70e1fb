import { cp, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { useEmulator } from '../../../emulator/testing/vitest';
import { TWIN_LIBRARY } from '../../../scripts/constructs/twin';
import { bin, inRoot } from '../../../scripts/support/paths';
import { must } from '../../../scripts/support/run';
import { Workspace } from '../../support/workspace';
import { codeOf, readPage } from '../../unit/repository/docs/markdown';
import { temporaryFolder } from '../../unit/support/temporary-folder';

const README = readPage('README.md');
const PASSWORD = 'canary-of-the-readme';

const emulator = useEmulator();

const openWorkspace = async () => {
  const project = emulator.newProject();
  const workspace = await Workspace.create(
    { baseUrl: emulator.baseUrl, ...project },
    { env: { TF_VAR_db_password: PASSWORD } },
  );
  return { workspace, project };
};

const storedIn = (projectId: string) => emulator.inspect.secrets().filter((secret) => secret.projectId === projectId);

it('D4: the first lines are a whole stack, and the state that it leaves has no secret', async () => {
  const { workspace, project } = await openWorkspace();
  await using _ = workspace;
  await workspace.write(codeOf(README, 'hcl')[0] ?? '');

  await workspace.apply();

  expect(storedIn(project.projectId).map(({ name }) => name)).toEqual(['uploads-key']);
  expect(await workspace.read('terraform.tfstate')).not.toMatch(/"secret_access_key": "/);
  await workspace.destroy();
});

it('what the example for CDK Terrain synthesizes works; constructs.test.ts compiles it', async () => {
  const [example = '', ...others] = codeOf(README, 'ts');
  const folder = temporaryFolder();
  await symlink(inRoot('node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'main.ts'), example);
  const compilerOptions = {
    paths: { 'cdktn-coffer': [join(TWIN_LIBRARY, 'src')] },
    typeRoots: [inRoot('node_modules/@types')],
  };
  const settings = { extends: inRoot('tsconfig.constructs.json'), compilerOptions, include: ['main.ts'] };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(settings));
  const env = { CHECKPOINT_DISABLE: '1', CDKTF_OUTDIR: join(folder, 'out') };

  await must(bin('tsx'), ['main.ts'], { cwd: folder, env });

  expect(others).toEqual([]);
  const opened = await openWorkspace();
  await using workspace = opened.workspace;
  await cp(join(folder, 'out/stacks/web-app/cdk.tf.json'), join(workspace.folder, 'cdk.tf.json'));
  // The provider is attached: this is for the backend.
  await workspace.must(['init', '-input=false', '-no-color']);
  await workspace.apply();
  expect(storedIn(opened.project.projectId).map(({ name }) => name)).toEqual(['db-password', 'uploads-reader']);
  const { stdout: state } = await workspace.must(['state', 'pull']);
  expect(state).not.toMatch(/"secret_access_key": "/);
  expect(state).not.toContain(PASSWORD);
  await workspace.destroy();
});
