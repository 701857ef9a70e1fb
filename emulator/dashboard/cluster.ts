import type { ClusterNode, SeenCluster } from '../domain/cluster';
import type { Caller } from '../domain/records';
import { meter } from './bucket-use';
import {
  approximateShare,
  approximateSize,
  type Content,
  copyable,
  grouped,
  type Html,
  html,
  id,
  line,
  time,
} from './html';
import { region } from './layout';
import type { DashboardContext } from './ports';
import { page } from './reply';
import type { Site } from './site';
import { type Column, table } from './table';

const STATUS = {
  healthy: { look: 'good', says: 'Everything works.' },
  degraded: { look: 'poor', says: 'Everything works, but a node or some copies are missing.' },
  unavailable: { look: 'bad', says: 'Some objects cannot be read or written, and changes wait.' },
} as const;

/** The page of the storage cluster, if there is one: its status, its nodes, and their space. */
export function addClusterPage(site: Site, context: DashboardContext): void {
  const { lookAtCluster, s3Endpoint } = context;
  if (!lookAtCluster) return;
  site.page('/cluster', async ({ hasControl, session }) => {
    const { seen, trouble } = await lookAtCluster();
    const nodes = hasControl
      ? table(COLUMNS, seen?.nodes ?? [], {
          caption: 'Nodes',
          empty: 'Nothing is known of its nodes yet.',
          keyOf: (node) => node.id,
        })
      : html`<p>Its nodes are shown to the admin, and on the emulator’s own machine.</p>`;
    return page(
      'Storage cluster',
      html`<p class="lead">Objects lie in a Garage cluster. S3 clients reach it at ${copyable(s3Endpoint)}</p>
${region('cluster', '/cluster', [
  trouble !== undefined &&
    html`<p class="notice" role="status">The cluster cannot be asked just now${hasControl && html`: ${trouble}`}. Lists, secrets and pull secrets are shown all the same.</p>`,
  seen && facts(seen, used(context, session.caller)),
  nodes,
])}`,
    );
  });
}

function facts({ health, nodes, at }: SeenCluster, use: Content): Html {
  const { look, says } = STATUS[health.status];
  const capacity = nodes.reduce((sum, node) => sum + (node.capacity ?? 0n), 0n);
  const { partitions, partitionsAllOk, partitionsQuorum } = health;
  return html`<section class="card" aria-label="Health"><dl class="facts">
<dt>Health</dt><dd><span class="status ${look}">${health.status}</span> <span class="muted">${says}</span></dd>
<dt>Storage nodes</dt><dd>${health.storageNodesUp} of ${health.storageNodes} are up</dd>
<dt>Partitions</dt><dd>${partitionsQuorum} of ${partitions} can be used, ${partitionsAllOk} have all copies</dd>
<dt>Capacity</dt><dd>${approximateSize(capacity)} <span class="muted">of all nodes together; every object takes the room of all its copies</span></dd>
<dt>Your buckets</dt><dd>${use}</dd>
<dt>Seen</dt><dd>${time(at)}</dd>
</dl></section>`;
}

/** The use of all of the caller's buckets, and the age of the oldest of these figures. */
function used({ service: { buckets } }: DashboardContext, caller: Caller): Content {
  const all = buckets.stored(caller);
  const known = all.flatMap(({ id: bucketId }) => buckets.usage(bucketId) ?? []);
  const bytes = known.reduce((sum, use) => sum + use.bytes, 0n);
  const oldest = known.reduce((min, { knownAt = min }) => Math.min(min, knownAt), Number.POSITIVE_INFINITY);
  const without = all.length - known.length;
  return [
    grouped(all.length),
    known.length > 0 &&
      html`, with ${approximateSize(bytes)} <span class="muted">as of ${time(oldest)} or later</span>`,
    without > 0 && html` <span class="muted">(${grouped(without)} not looked into yet)</span>`,
  ];
}

const COLUMNS: readonly Column<ClusterNode>[] = [
  {
    head: 'Node',
    kind: 'text',
    cell: (node) =>
      html`<div>${node.hostname === undefined ? html`<span class="muted">unknown host</span>` : line(node.hostname)}</div>${id(node.id)}`,
  },
  { head: 'State', cell: stateOf },
  { head: 'Zone', cell: ({ zone }) => (zone === undefined ? html`<span class="muted">no role</span>` : line(zone)) },
  { head: 'Capacity', kind: 'line', cell: capacityOf },
  { head: 'Disk', cell: diskOf },
  { head: 'Version', cell: ({ version }) => version && line(version) },
];

function stateOf({ isUp, lastSeenSecondsAgo }: ClusterNode): Html {
  if (isUp) return html`<span class="status good">up</span>`;
  const since = lastSeenSecondsAgo === undefined ? 'never seen' : `seen ${ago(lastSeenSecondsAgo)} ago`;
  return html`<span class="status bad">down</span> <span class="muted">${since}</span>`;
}

/** A duration for people: `40 s`, `3 min`, `1,428 days`. */
function ago(seconds: number): string {
  const [unit, size] = DURATIONS.find(([, least]) => seconds >= 2 * least) ?? ['s', 1];
  return `${grouped(Math.floor(seconds / size))} ${unit}`;
}

const DURATIONS = [
  ['days', 86_400],
  ['h', 3_600],
  ['min', 60],
] as const;

function capacityOf({ zone, capacity }: ClusterNode): Content {
  if (capacity !== undefined) return approximateSize(capacity);
  return zone === undefined ? undefined : html`<span class="muted">gateway</span>`;
}

/** The space of the node's file system, which others may also use. */
function diskOf({ freeBytes, totalBytes }: ClusterNode): Content {
  if (freeBytes === undefined || totalBytes === undefined || totalBytes === 0n) return undefined;
  const taken = totalBytes - freeBytes;
  return html`<div class="use">${meter('Use of the disk', taken, totalBytes)}
<span class="share">${approximateShare(taken, totalBytes)}</span> <span class="muted">in use</span></div>`;
}
