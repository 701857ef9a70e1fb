import type { AccessKeyRecord } from '../../contract';

/** A key. If its record cannot be read, only its id is known. */
type LeftKey = Pick<AccessKeyRecord, 'id'> & Partial<AccessKeyRecord>;

/**
 * Keys that a lost create may have created and that are kept, because they may be somebody else's. They are named only at the
 * end: until then one of them may still turn out to be the requested key (P36).
 */
export class LeftKeys {
  private readonly keys = new Map<string, LeftKey>();

  get isEmpty(): boolean {
    return this.keys.size === 0;
  }

  /** In the order in which they were added. */
  get ids(): Iterable<string> {
    return this.keys.keys();
  }

  add(keys: readonly LeftKey[]): void {
    for (const key of keys) this.keys.set(key.id, key);
  }

  remove(id: string): void {
    this.keys.delete(id);
  }

  /** Explains why the keys are left and names each, with commands to copy that remove it. `url` is that of the collection. */
  describe(url: URL): string {
    return [
      'The response to the request for an access key was lost, and with it the secret half of any key that it created. Since then ' +
        'the list shows the keys below. They stay, because another pipeline may have created them at that moment and may be using ' +
        'them. If no pipeline did, nobody can use them: delete them. (With lost_creates = "sole_writer" the provider does that.)',
      ...[...this.keys.values()].map((key) => describe(key, url)),
    ].join('\n\n');
  }
}

function describe({ id, access_key_id: keyId, bucket_ids: buckets = [] }: LeftKey, url: URL): string {
  const named = keyId === undefined ? '' : `access key id ${JSON.stringify(keyId)}, `;
  const bucketIds = buckets.map((bucket) => JSON.stringify(bucket)).join(', ');
  // A quote would end the quoted argument.
  const address = `${url.href}/${encodeURIComponent(id)}`.replaceAll("'", '%27');
  return `Access key ${JSON.stringify(id)} (${named}buckets ${bucketIds || 'none'}):
  curl -X DELETE -H "Authorization: Bearer $COFFER_TOKEN" '${address}'
or, from Terraform 1.14 on, terraform apply -invoke=action.coffer_revoke_access_key.left_over with
  action "coffer_revoke_access_key" "left_over" {
    config {
      id = ${JSON.stringify(id)}
    }
  }`;
}
