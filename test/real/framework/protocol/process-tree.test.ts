import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { Processes } from '../../../../framework/protocol/processes';
import { temporaryFolder } from '../../../unit/support/temporary-folder';

it('where ps lists the processes, plugins are told by their name and left out', async () => {
  const folder = temporaryFolder();
  const run = async (name: string) => {
    symlinkSync(process.execPath, join(folder, name));
    const child = spawn(join(folder, name), ['-e', 'console.log(); setInterval(() => {}, 60_000)']);
    onTestFinished(() => void child.kill('SIGKILL'));
    await once(child.stdout, 'data');
    return child.pid;
  };
  const [plugin, other] = [await run('terraform-provider-x_v1'), await run('other')];

  const found = new Processes('/nowhere', 'darwin').descendantsOf(process.pid);

  expect(found).toContain(other);
  expect(found).not.toContain(plugin);
});
