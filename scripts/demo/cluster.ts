import { join } from 'node:path';
import { callAdmin } from '../garage/call-admin';
import { GarageCluster } from '../garage/cluster';
import { onPath } from '../support/on-path';
import { claimEqual } from './claim';
import type { Backend, ClusterOptions } from './options';

/** A cluster was requested, but none is named and none can be started. */
export class NoGarageError extends Error {
  override readonly name = 'NoGarageError';
  override readonly message =
    'There is no garage on the PATH. Install it (https://garagehq.deuxfleurs.fr/download/), or name a cluster that runs, with --garage-admin-url.';
}

/** The part of a resource in state that is checked here. */
interface Made {
  readonly address: string;
  readonly type: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Throws a {@link NoGarageError} if the demo needs its own node and cannot start one. */
export async function requireGarage(backend: Backend): Promise<void> {
  if (backend === 'own cluster' && (await onPath('garage')) === undefined) throw new NoGarageError();
}

/** The Garage cluster that stores the demo's objects. */
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

  /** Description for the output. */
  get name(): string {
    const { garage } = this.options;
    return `Garage at ${garage.adminUrls.join(', ')}${this.own ? ', one node of the demo itself' : ''}`;
  }

  /**
   * Throws a ClaimError unless the cluster itself has the buckets and access keys among the resources; with `isThere: false`,
   * unless it has none of them.
   */
  async claimHas(resources: readonly Made[], { isThere }: { readonly isThere: boolean }): Promise<void> {
    for (const { type, values, address } of resources) {
      const found = isThere ? 'is there' : 'is gone';
      if (type === 'coffer_bucket') {
        const bucket = await this.#ask('GetBucketInfo', { globalAlias: String(values.alias) });
        claimEqual(`${address} in the cluster`, bucket.code === 'NoSuchBucket' ? 'is gone' : 'is there', found);
      }
      if (type === 'coffer_access_key') {
        const key = await this.#ask('GetKeyInfo', { id: String(values.access_key_id) });
        claimEqual(`${address} in the cluster`, key.code === 'NoSuchAccessKey' ? 'is gone' : 'is there', found);
      }
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

  async #ask(operation: string, query: Record<string, string>): Promise<{ readonly code?: string }> {
    return (await this.#call('GET', operation, query)) as { code?: string };
  }

  #call(method: 'GET' | 'POST', operation: string, query: Record<string, string>): Promise<unknown> {
    const { adminUrls, adminToken } = this.options.garage;
    const [url = ''] = adminUrls;
    return callAdmin({ url, token: adminToken }, method, operation, query);
  }
}
