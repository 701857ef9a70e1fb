import { join } from 'node:path';
import { callAdmin } from '../garage/call-admin';
import { GarageCluster } from '../garage/cluster';
import { onPath } from '../support/on-path';
import { claimEqual, DemoError } from './claims';
import type { Backend, ClusterOptions } from './options';

/** The part of a resource in state that is checked here. */
interface Made {
  readonly address: string;
  readonly type: string;
  readonly values: Readonly<Record<string, unknown>>;
}

const NO_GARAGE =
  'There is no garage on the PATH. Install it (https://garagehq.deuxfleurs.fr/download/), or name a cluster that runs, with --garage-admin-url.';

/** Throws a {@link DemoError} if the demo needs its own node and cannot start one. */
export async function requireGarage(backend: Backend): Promise<void> {
  if (backend === 'own cluster' && (await onPath('garage')) === undefined) throw new DemoError(NO_GARAGE);
}

type LookUp = readonly [operation: string, query: Record<string, string>, missing: string];

/** How the cluster is asked for a resource, by its type, and the code of its response if there is none. */
const LOOK_UPS: Readonly<Record<string, (values: Made['values']) => LookUp>> = {
  coffer_bucket: ({ alias }) => ['GetBucketInfo', { globalAlias: String(alias) }, 'NoSuchBucket'],
  coffer_access_key: ({ access_key_id: id }) => ['GetKeyInfo', { id: String(id) }, 'NoSuchAccessKey'],
};

export class DemoCluster implements AsyncDisposable {
  private constructor(
    readonly options: ClusterOptions,
    private readonly own: GarageCluster | undefined,
  ) {}

  /** Undefined: the emulator stores the objects. */
  static async open(backend: Backend): Promise<DemoCluster | undefined> {
    if (backend === 'embedded') return undefined;
    if (backend !== 'own cluster') return new DemoCluster(backend.cluster, undefined);
    const own = await GarageCluster.start(1);
    const { url, s3Url } = own.node(0);
    const garage = { adminUrls: [url], adminToken: own.token };
    return new DemoCluster({ garage, s3PublicUrl: s3Url, s3Region: 'us-east-1' }, own);
  }

  get name(): string {
    const { garage } = this.options;
    return `Garage at ${garage.adminUrls.join(', ')}${this.own ? ', one node of the demo itself' : ''}`;
  }

  /** Throws a DemoError unless the cluster has the buckets and access keys among the resources, or with `isThere: false`, none of them. */
  async claimHas(resources: readonly Made[], { isThere }: { readonly isThere: boolean }): Promise<void> {
    for (const { type, values, address } of resources) {
      const lookUp = LOOK_UPS[type];
      if (!lookUp) continue;
      const [operation, query, missing] = lookUp(values);
      const { code } = (await this.#call('GET', operation, query)) as { readonly code?: string };
      const [found, expected] = [code !== missing, isThere].map((it) => (it ? 'is there' : 'is gone'));
      claimEqual(`${address} in the cluster`, found, expected);
    }
  }

  /** Deletes the keys without permissions that the stopped control plane of this folder created for itself. */
  async forget(dataFolder: string): Promise<void> {
    if (this.own) return;
    // Loaded only here, after the control plane has loaded it: the first load prints an "experimental" warning.
    const { DatabaseSync } = await import('node:sqlite');
    const database = new DatabaseSync(join(dataFolder, 'coffer.db'), { readOnly: true });
    const row = database.prepare("SELECT value FROM meta WHERE key = 'installation'").get();
    database.close();
    if (!row) return;
    const prefix = `coffer:${Buffer.from(row.value as Uint8Array)}:`;
    const keys = (await this.#call('GET', 'ListKeys', {})) as readonly { readonly id: string; readonly name: string }[];
    for (const { id, name } of keys) {
      if (name.startsWith(prefix)) await this.#call('POST', 'DeleteKey', { id });
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.own?.stop();
  }

  #call(method: 'GET' | 'POST', operation: string, query: Record<string, string>): Promise<unknown> {
    const { adminUrls, adminToken } = this.options.garage;
    const [url = ''] = adminUrls;
    return callAdmin({ url, token: adminToken }, method, operation, query);
  }
}
