import { expect, onTestFinished, test } from 'vitest';
import { GarageCluster } from '../../../scripts/garage/cluster';
import { Links } from '../../../scripts/garage/links';
import { hasToolChain } from '../../support/tool-chain';
import { CALLER, openControlPlane } from './control-plane';

const hasGarage = await hasToolChain('Garage', 'that changes go on while the first node is cut off from the others');

/** The time limit of a request in `openControlPlane` is shorter than Garage takes to give up a node that is cut off. */
test.runIf(hasGarage)('changes and revocations go on while the first node is cut off from the others', async () => {
  const links = new Links();
  onTestFinished(() => links.close());
  const settings = ['rpc_timeout_msec = 1000', 'rpc_ping_timeout_msec = 1000'];
  const cluster = await GarageCluster.start(3, settings, links);
  onTestFinished(() => cluster.stop());
  const { service, newBucket, newKey } = openControlPlane(cluster, { timeoutMs: 10_000 });
  const make = async () => newKey([(await newBucket()).id]);
  const revoked = await make();

  links.cutOff(0);
  await service.accessKeys.delete(CALLER, revoked.id);
  const made = await make();

  for (const node of [cluster.node(1), cluster.node(2)]) {
    const there = async (id: string) => (await node.admin('GET', 'GetKeyInfo', { id })).code ?? 'there';
    expect(await there(revoked.accessKeyId)).toBe('NoSuchAccessKey');
    expect(await there(made.accessKeyId)).toBe('there');
  }

  links.mend();
  await cluster.untilHealthy();
  await service.accessKeys.delete(CALLER, made.id);
});
