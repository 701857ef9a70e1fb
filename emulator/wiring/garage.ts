import { AdminApi } from '../garage/admin-api';
import { Nodes } from '../garage/nodes';
import { GaragePlane } from '../garage/plane';
import { Rows } from '../garage/rows';
import type { OpenPlane } from './assemble';

/** How to reach a Garage cluster. */
export interface GarageAccess {
  /** Admin APIs of nodes of one cluster, the preferred node first. */
  readonly adminUrls: readonly string[];
  readonly adminToken: string;
}

/** The object plane of a Garage cluster. This module is loaded only if there is one. */
export function overGarage({ adminUrls, adminToken }: GarageAccess): OpenPlane {
  return ({ stores, database }, { random, rely, transaction }, log) => {
    const nodes = new Nodes(adminUrls);
    const api = new AdminApi({ nodes, token: adminToken });
    const { buckets, accessKeys } = stores;
    return new GaragePlane({
      api,
      nodes,
      rows: new Rows(database),
      buckets,
      accessKeys,
      random,
      rely,
      transaction,
      log,
    });
  };
}
