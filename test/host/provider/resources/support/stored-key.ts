import { expect } from 'vitest';
import type { Emulator } from '../../../../../emulator';
import type { ObjectValue } from '../../../../../framework/values/value';
import { Host, type Kept } from '../../../../support/host';
import type { Clock } from '../../support/environment';

export const PLAIN = 'coffer_access_key';
export const ROTATING = 'coffer_rotating_access_key';

/** A part that may be deleted elsewhere. A plain key is its own `current`. */
export type Part = 'current' | 'previous' | 'secret';

/**
 * A key with `store_in`, its bucket, and with `id` also the secret that stores it, as in one configuration. Each method is a
 * separate command: it starts a provider, which shares nothing with the previous ones. A rotating key has rotated once.
 */
export class StoredKey {
  kept: Kept | null = null;
  private secret: Kept | null = null;
  private trigger = '1';

  private constructor(
    private readonly emulator: Emulator,
    private readonly clock: Clock,
    private readonly type: string,
    private readonly by: 'name' | 'id',
    private readonly bucketId: string,
    private readonly settings: ObjectValue,
  ) {}

  static async create(
    emulator: Emulator,
    clock: Clock,
    type: string,
    by: 'name' | 'id' = 'name',
    settings: ObjectValue = {},
  ): Promise<StoredKey> {
    const { kept } = await (await Host.start(emulator, { clock })).apply('coffer_bucket', { max_size: 1000 });
    const key = new StoredKey(emulator, clock, type, by, String(kept?.state.id), settings);
    await key.apply();
    if (type === ROTATING) {
      key.trigger = '2';
      await key.apply();
    }
    return key;
  }

  /** Applies the whole configuration: the secret that it refers to comes first. */
  async apply(more: ObjectValue = {}) {
    const host = await this.command();
    if (this.by === 'id') {
      const wanted = { name: 'sink', value_wo: 'before', value_wo_version: '1' };
      this.secret = (await host.apply('coffer_secret', wanted, this.secret)).kept;
    }
    const { action, kept, diagnostics } = await host.apply(this.type, this.config(more), this.kept);
    this.kept = kept;
    return { action, summaries: diagnostics.map(({ summary }) => summary), diagnostics };
  }

  async refresh(): Promise<readonly string[]> {
    const host = await this.command();
    if (this.secret) this.secret = (await host.refresh('coffer_secret', this.secret)).kept;
    if (!this.kept) return [];
    const { kept, diagnostics } = await host.refresh(this.type, this.kept);
    this.kept = kept;
    return diagnostics.map(({ summary }) => summary);
  }

  async plan(more: ObjectValue = {}) {
    const { action, diagnostics } = await (await this.command()).plan(this.type, this.config(more), this.kept);
    return [action, ...diagnostics.map(({ summary }) => summary)];
  }

  /** Refreshes and destroys, as Terraform does. */
  async destroy(): Promise<void> {
    await this.refresh();
    const host = await this.command();
    if (this.kept) expect(await host.destroy(this.type, this.kept)).toEqual({ kept: null, diagnostics: [] });
    if (this.secret) await host.destroy('coffer_secret', this.secret);
  }

  /** Deletes a part at the service, as its dashboard would, `laterMs` after everything before. */
  async lose(part: Part, laterMs = 11 * 60_000): Promise<void> {
    this.clock.now += laterMs;
    const [current, previous] = this.keyIds;
    const path =
      part === 'secret' ? `/secrets/${this.secretId}` : `/s3/keys/${part === 'current' ? current : previous}`;
    const headers = { authorization: `Bearer ${this.emulator.token}` };
    const { ok } = await fetch(this.emulator.baseUrl + path, { method: 'DELETE', headers });
    expect(ok).toBe(true);
  }

  /** Ids of the keys in state, the one to use first. */
  get keyIds(): string[] {
    const { id, current, previous, undeleted_ids: undeleted } = this.kept?.state ?? {};
    if (this.type === PLAIN) return [String(id)];
    const slots = [current, previous].filter(Boolean) as { readonly id: string }[];
    return [...slots.map((slot) => slot.id), ...((undeleted ?? []) as string[])];
  }

  get secretId(): string {
    return String(this.kept?.state.secret_id);
  }

  /** Expects the service to hold exactly the keys and the secret in state, and the secret to hold the key to use. */
  expectWhole(): void {
    const { inspect } = this.emulator;
    const [current = ''] = this.keyIds;
    expect(keysOf(this.emulator)).toEqual([...this.keyIds].sort());
    expect(secretsOf(this.emulator)).toEqual([this.secretId]);
    expect(inspect.secretValue(this.secretId)).toBe(inspect.secretAccessKey(current));
  }

  private config(more: ObjectValue): ObjectValue {
    const store_in = this.by === 'name' ? { secret_name: 'sink' } : { secret_id: String(this.secret?.state.id) };
    const rotation_trigger = { on: this.trigger };
    return { bucket_ids: [this.bucketId], permissions: { read: true }, rotation_trigger, store_in, ...more };
  }

  private command() {
    return Host.start(this.emulator, { clock: this.clock, settings: this.settings });
  }
}

/** Ids of all keys at the service. */
export const keysOf = ({ inspect }: Emulator) =>
  inspect
    .accessKeys()
    .map(({ id }) => id)
    .sort();

/** Ids of all secrets at the service. */
export const secretsOf = ({ inspect }: Emulator) => inspect.secrets().map(({ id }) => id);
