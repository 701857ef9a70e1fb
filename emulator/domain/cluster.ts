export interface ClusterLook {
  /** The state when the cluster was last reachable. Undefined: there has been no response yet. */
  readonly seen: SeenCluster | undefined;
  /** Why the last look failed, without secrets but with details of the operator's machines; undefined: it succeeded. */
  readonly trouble: string | undefined;
}

/** The state of the cluster at a time, in milliseconds of real time. */
export interface SeenCluster {
  readonly at: number;
  readonly health: ClusterHealth;
  readonly nodes: readonly ClusterNode[];
}

/** Health of the cluster. `degraded`: everything works, but a node is missing. */
export interface ClusterHealth {
  readonly status: 'healthy' | 'degraded' | 'unavailable';
  readonly knownNodes: number;
  readonly connectedNodes: number;
  readonly storageNodes: number;
  readonly storageNodesUp: number;
  readonly partitions: number;
  readonly partitionsQuorum: number;
  readonly partitionsAllOk: number;
}

export interface ClusterNode {
  readonly id: string;
  readonly hostname: string | undefined;
  readonly version: string | undefined;
  readonly isUp: boolean;
  /** Undefined: the node is connected, or was never seen. */
  readonly lastSeenSecondsAgo: number | undefined;
  /** Undefined: the node has no role in the layout. */
  readonly zone: string | undefined;
  /** In bytes; undefined: the node is a gateway, or has no role. */
  readonly capacity: bigint | undefined;
  /** Free space of the file system that holds its objects, in bytes. */
  readonly freeBytes: bigint | undefined;
  readonly totalBytes: bigint | undefined;
}
