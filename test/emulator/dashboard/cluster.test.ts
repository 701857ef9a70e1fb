import { expect, test } from 'vitest';
import { addClusterPage } from '../../../emulator/dashboard/cluster';
import type { ClusterHealth, ClusterLook, ClusterNode } from '../../../emulator/domain/cluster';
import { startService } from '../domain/objects/support';
import { NOON, outlineOf } from './outline';
import { openSite } from './site-support';

const HEALTH: ClusterHealth = {
  ...{ status: 'degraded', knownNodes: 6, connectedNodes: 5, storageNodes: 3, storageNodesUp: 2 },
  ...{ partitions: 256, partitionsQuorum: 256, partitionsAllOk: 200 },
};

const GIB = 2n ** 30n;

const NODE: ClusterNode = {
  ...{ id: 'n1', hostname: 'one', version: 'v2', isUp: true, lastSeenSecondsAgo: undefined, zone: 'dc1' },
  ...{ capacity: 10n * GIB, freeBytes: GIB, totalBytes: 4n * GIB },
};

/** The outline of the page. */
async function show(look: ClusterLook, hasControl = true) {
  const { service, caller } = startService();
  const lookAtCluster = async () => look;
  const admin = { hasToken: false, isToken: () => false, caller, isFromThisMachine: () => hasControl };
  const { ready, context } = openSite(caller, { service, lookAtCluster, s3Endpoint: 'http://s3', admin });
  const get = await ready((site) => addClusterPage(site, context));
  return outlineOf((await get('/cluster')).body);
}

const LEAD = '# Storage cluster\nObjects lie in a Garage cluster. S3 clients reach it at http://s3 (Copy http://s3)';

test('the page of a cluster shows its health, its space, and each node as it is', async () => {
  const nodes: ClusterNode[] = [
    NODE,
    { ...NODE, id: 'n2', capacity: 20n * GIB, freeBytes: 0n, version: undefined },
    {
      ...NODE,
      id: 'n3',
      isUp: false,
      lastSeenSecondsAgo: 119,
      zone: undefined,
      capacity: undefined,
      freeBytes: undefined,
    },
    { ...NODE, id: 'n4', isUp: false, zone: 'dc2', capacity: undefined, totalBytes: undefined },
    { ...NODE, id: 'n5', hostname: undefined, totalBytes: 0n },
  ];

  expect(await show({ seen: { at: NOON, health: HEALTH, nodes }, trouble: undefined })).toBe(`${LEAD}
Health: (poor) degraded Everything works, but a node or some copies are missing.
Storage nodes: 2 of 3 are up
Partitions: 256 of 256 can be used, 200 have all copies
Capacity: 40 GiB of all nodes together; every object takes the room of all its copies
Your buckets: 0
Seen: 2030-01-31 12:00 UTC
Nodes
| Node | State | Zone | Capacity | Disk | Version
| (text) one n1 (Copy n1) | (good) up | dc1 | (line) 10 GiB |
<meter aria-label="Use of the disk" max="1000" value="750">
3 of 4 GiB in use | v2
| (text) one n2 (Copy n2) | (good) up | dc1 | (line) 20 GiB |
<meter aria-label="Use of the disk" max="1000" value="1000">
4 of 4 GiB in use |
| (text) one n3 (Copy n3) | (bad) down seen 119 s ago | no role | (line) | | v2
| (text) one n4 (Copy n4) | (bad) down never seen | dc2 | (line) gateway | | v2
| (text) unknown host n5 (Copy n5) | (good) up | dc1 | (line) 10 GiB | | v2`);
});

test.each([
  [0, '0 s'],
  [119, '119 s'],
  [120, '2 min'],
  [7_199, '119 min'],
  [7_200, '2 h'],
  [172_799, '47 h'],
  [172_800, '2 days'],
  [123_456_789, '1,428 days'],
])('a node that was seen %i seconds ago was seen %s ago', async (lastSeenSecondsAgo, says) => {
  const nodes = [{ ...NODE, isUp: false, lastSeenSecondsAgo }];

  expect(await show({ seen: { at: NOON, health: HEALTH, nodes }, trouble: undefined })).toContain(
    `| (bad) down seen ${says} ago |`,
  );
});

test.each([
  ['healthy', '(good) healthy Everything works.'],
  ['degraded', '(poor) degraded Everything works, but a node or some copies are missing.'],
  ['unavailable', '(bad) unavailable Some objects cannot be read or written, and changes wait.'],
] as const)('the health %s is explained', async (status, says) => {
  const look = { seen: { at: NOON, health: { ...HEALTH, status }, nodes: [] }, trouble: undefined };

  expect(await show(look)).toContain(`\nHealth: ${says}\n`);
});

test.each([
  [true, 'The cluster cannot be asked just now: no route. Lists, secrets', 'Nothing is known of its nodes yet.'],
  [
    ...([false, 'The cluster cannot be asked just now. Lists, secrets'] as const),
    'Its nodes are shown to the admin, and on the emulator’s own machine.',
  ],
])('a cluster of which nothing is known says so, and why to who has control: %s', async (hasControl, says, nodes) => {
  expect(await show({ seen: undefined, trouble: 'no route' }, hasControl)).toBe(
    `${LEAD}\n${says} and pull secrets are shown all the same.\n${nodes}`,
  );
});
