import { expect, it } from 'vitest';
import { shareAlteredEmulator } from '../../host/provider/support/altered-emulator';
import { type Alter, type Reply, withRecords } from '../../host/provider/support/altered-line';
import { Workspace } from '../../support/workspace';
import { onOneTerraform } from './support/on-each-terraform';
import { plansInSilence } from './support/plans-in-silence';

/** Conditions that must never make the provider forget or recreate an object; each once did, with exit code 0. */

const shared = shareAlteredEmulator();

const PAGE: Reply = { status: 404, headers: { 'content-type': 'text/html' }, body: '<html>default backend</html>' };
const SECRETS = `resource "coffer_secret" "s" {
  count    = 4
  name     = "secret-\${count.index}"
  value_wo = "v"
}`;
const BUCKETS = `resource "coffer_bucket" "b" {
  count    = 3
  max_size = 1000
}`;

async function workspaceWith(terraform: string, hcl = '', env: Readonly<Record<string, string>> = {}) {
  const { token, projectId } = shared.emulator;
  const workspace = await Workspace.create({ baseUrl: shared.line.baseUrl, token, projectId }, { env, terraform });
  if (hcl !== '') {
    await workspace.write(hcl);
    await workspace.apply();
  }
  shared.line.straighten();
  return workspace;
}
const PLAN = ['plan', '-input=false', '-no-color'];
const DESTROY = ['destroy', '-auto-approve', '-input=false', '-no-color'];
const times = (text: string, part: string) => text.split(part).length - 1;

/** Lists of buckets show those of another project. */
const foreign: Alter = ({ call }, reply) =>
  call === 'GET /s3/buckets'
    ? withRecords<object>(reply, (all) => all.map((one, i) => ({ ...one, id: `other-${i}`, project_id: 'other' })))
    : reply;

onOneTerraform('first', (terraform) => {
  it('P33: a 404 of a load balancer deletes nothing', async () => {
    await using workspace = await workspaceWith(terraform, `${BUCKETS}\n${SECRETS}`);
    shared.line.intercept = ({ call }) => (call.startsWith('DELETE ') ? PAGE : undefined);

    const destroyed = await workspace.run(DESTROY);

    expect(destroyed.code).toBe(1);
    expect(await workspace.state()).toHaveLength(7);
    shared.line.straighten();
    await plansInSilence(workspace);
    await workspace.destroy();
    expect([shared.emulator.inspect.buckets(), shared.emulator.inspect.secrets()]).toEqual([[], []]);
  });

  it('P8: a token for another project is an error, unless that is allowed', async () => {
    await using workspace = await workspaceWith(terraform, BUCKETS);
    shared.line.alter = foreign;

    const plan = await workspace.run(PLAN);
    const allowed = await workspace.run(PLAN, { env: { COFFER_ALLOW_FOREIGN_PROJECT: 'true' } });
    expect([plan.code, times(plan.output, 'Error: Another project is listed')]).toEqual([1, 1]);
    expect(plan.output).toContain('terraform state rm');
    expect(allowed.output).toContain('3 to add');
    shared.line.straighten();
    await plansInSilence(workspace);
    // The buckets exist: destroy looks into each and deletes it, whatever lists show.
    shared.line.alter = foreign;
    await workspace.destroy('-refresh=false');
    expect(shared.emulator.inspect.buckets()).toEqual([]);
  });
});
