import { expect, it } from 'vitest';
import { Workspace } from '../../support/workspace';
import type { Collection } from './second-reading/collection';
import { SecondReading } from './second-reading/server';

/** The practitioner's story against a second reading of the interface (`test/real/acceptance/second-reading/server.ts`), from the first apply to the last destroy. */

interface Wanted {
  readonly name: string;
  readonly version: string;
  readonly size: number;
  readonly description: string;
  readonly trigger: string;
}

const configuration = ({ name, version, size, description, trigger }: Wanted) => `
  resource "coffer_secret" "s" {
    name             = "${name}"
    value_wo         = "value-${version}"
    value_wo_version = "${version}"
  }
  resource "coffer_secret" "more" {
    count = 4
    name  = "more-\${count.index}"
    value = "kept-\${count.index}"
  }
  resource "coffer_pull_secret" "p" {
    server              = "registry.example.com"
    username            = "octo"
    password_wo         = "password-${version}"
    password_wo_version = "${version}"
  }
  resource "coffer_bucket" "b" {
    count    = 3
    max_size = ${size} + count.index
    ${description}
  }
  resource "coffer_access_key" "k" {
    bucket_ids       = coffer_bucket.b[*].id
    permissions      = { read = true }
    rotation_trigger = { n = "${trigger}" }
  }
  resource "coffer_access_key" "stored" {
    bucket_ids  = [coffer_bucket.b[0].id]
    permissions = { write = true }
    store_in    = { secret_name = "stored", format = "env" }
  }
  resource "coffer_rotating_access_key" "r" {
    bucket_ids       = [coffer_bucket.b[1].id]
    permissions      = { read = true, write = true }
    rotation_trigger = { n = "${trigger}" }
    store_in         = { secret_name = "rotated", format = "json" }
  }
  data "coffer_secrets" "all" {
    depends_on = [coffer_secret.more]
  }
  output "names" {
    value = [for one in data.coffer_secrets.all.secrets : one.name if startswith(one.name, "more-")]
  }
`;

const FIRST: Wanted = { name: 'one', version: '1', size: 1000, description: 'description = "logs"', trigger: '1' };
const SECOND: Wanted = { name: 'two', version: '2', size: 2000, description: '', trigger: '2' };

it('P46: the whole life of every resource, at a service that redirects every path and reads the interface in another way', async () => {
  await using service = await SecondReading.start();
  /** Lets so much time pass, counted in lists, that what is deleted is no longer listed. */
  const pass = (collection: Collection) => Array.from({ length: 3 }, () => collection.list());
  await using workspace = await Workspace.create(service, { env: { COFFER_LIST_CONFIRMATION: undefined } });
  const decoded = (id: unknown) => atob(String(service.secrets.get(String(id))?.hidden.value));

  // Given: everything is made, each object once; a second plan and a refresh find nothing to do.
  await workspace.write(configuration(FIRST));
  const { output } = await workspace.apply();
  expect(output).not.toContain('Adopted');
  expect(await workspace.planActions('-refresh-only')).toEqual({});
  expect([service.secrets, service.pullSecrets, service.buckets, service.keys].map(({ ids }) => ids.length)).toEqual([
    7, 1, 3, 3,
  ]);
  const one = await workspace.resource('coffer_secret.s');
  expect(decoded(one.id)).toBe('value-1');
  expect((await workspace.resource('coffer_bucket.b[0]')).endpoint).toBe(`http://${service.s3Host}`);
  const stored = await workspace.resource('coffer_access_key.stored');
  expect(decoded(stored.secret_id)).toContain(`AWS_ACCESS_KEY_ID=${stored.access_key_id}`);

  // When: everything changes, in place or not.
  await workspace.write(configuration(SECOND));
  await workspace.apply();
  const firstSeenMs = Date.now();
  expect((await workspace.resource('coffer_secret.s')).id).toBe(one.id);
  expect(decoded(one.id)).toBe('value-2');
  expect(service.buckets.ids.map((id) => service.buckets.get(id)?.shown.description)).toEqual(['', '', '']);
  const pull = await workspace.resource('coffer_pull_secret.p');
  expect(pull.superseded_ids).toHaveLength(1);
  expect(service.pullSecrets.ids).toEqual([...(pull.superseded_ids as string[]), pull.id]);
  const rotating = await workspace.resource('coffer_rotating_access_key.r');
  expect(JSON.parse(decoded(rotating.secret_id)).access_key_id).toBe(
    (rotating.current as Record<string, unknown>).access_key_id,
  );

  // Then: what is imported is what it was …
  for (const at of ['coffer_secret.s', 'coffer_bucket.b[1]']) {
    const { id } = await workspace.resource(at);
    await workspace.must(['state', 'rm', at]);
    await workspace.must(['import', '-input=false', at, String(id)]);
  }
  await workspace.apply();

  // … a name that this run has freed is waited for while its secret is being deleted …
  const replace = () => workspace.apply('-replace=coffer_secret.s', '-replace=coffer_access_key.stored');
  // (The second of two sightings, three seconds apart, ends the grace of what is deleted elsewhere below: P7.)
  for (let isSeenAgain = false; !isSeenAgain; await replace()) isSeenAgain = Date.now() - firstSeenMs > 3_000;

  // … what was deleted elsewhere is made again, without ten minutes of waiting …
  service.secrets.remove(String((await workspace.resource('coffer_secret.more[2]')).id));
  service.buckets.remove(String((await workspace.resource('coffer_bucket.b[2]')).id));
  for (const one of [service.secrets, service.buckets]) pass(one);
  expect(await workspace.planActions()).toMatchObject({
    'coffer_secret.more[2]': 'create',
    'coffer_bucket.b[2]': 'create',
  });
  await workspace.apply();

  // … and a destroy leaves what the interface cannot delete, so that everything can be made again.
  const destroyed = await workspace.destroy();
  expect(destroyed.output).toContain(String(pull.id));
  expect([service.secrets, service.buckets, service.keys].map(({ ids }) => ids)).toEqual([[], [], []]);
  pass(service.secrets);
  await workspace.apply();
  await workspace.destroy();
  expect([service.secrets, service.buckets, service.keys].map(({ ids }) => ids)).toEqual([[], [], []]);
});
