import { expect, it } from 'vitest';
import { keptFile, keptVersions } from '../../scripts/releases/kept';
import { openWorkspace, startService } from '../releases/service';

it.each(keptVersions())('the state of release %s plans empty', async (version) => {
  await using service = await startService();
  service.restore(keptFile(version, 'service'));
  await using workspace = await openWorkspace(service);
  await workspace.write(keptFile(version, 'main.tf.json').toString(), 'main.tf.json');
  await workspace.write(keptFile(version, 'state.json').toString(), 'terraform.tfstate');

  const { changes, output } = await workspace.plan();

  expect(changes).toEqual([]);
  expect(output).toContain('No changes.');
  expect((await workspace.shown()).length).toBeGreaterThan(20);
});
