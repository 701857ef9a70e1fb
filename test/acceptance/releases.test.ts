import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { keptFile, keptVersions } from '../../scripts/releases/kept';
import { openWorkspace, startService } from '../releases/service';

it.each(keptVersions())('the state of release %s plans empty', async (version) => {
  await using service = await startService();
  service.restore(readFileSync(keptFile(version, 'service')));
  await using workspace = await openWorkspace(service);
  await workspace.write(readFileSync(keptFile(version, 'main.tf.json'), 'utf8'), 'main.tf.json');
  copyFileSync(keptFile(version, 'state.json'), join(workspace.folder, 'terraform.tfstate'));

  const { changes, output } = await workspace.plan();

  expect(changes).toEqual([]);
  expect(output).toContain('No changes.');
  expect((await workspace.shown()).length).toBeGreaterThan(20);
});
