import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Emulator } from '../../../emulator';
import { sampled } from '../../support/dice';
import { Host } from '../../support/host';
import { Workspace } from '../../support/workspace';
import type { Build } from '../support/builds';

/**
 * The life of each resource with the real Terraform, on the `conventional` dialect, with both builds of the provider: created,
 * planned again, changed in place, replaced, imported, found missing and recreated, destroyed. `test/real/compatibility/life.test.ts` has
 * a life with the installed provider; `processes.test.ts` shows that each build starts with every command and leaves nothing behind.
 */

interface Story {
  readonly type: string;
  /** Other blocks that the resource needs. */
  readonly setting?: string;
  readonly create: string;
  readonly update?: string;
  readonly replace: string;
  /** Attributes that the first plan after an import takes over in place. */
  readonly takenOver?: readonly string[];
}

const BUCKET = 'resource "coffer_bucket" "b" {\n  max_size = 1000\n}\n';

const stories: readonly Story[] = [
  {
    type: 'coffer_secret',
    create: 'name = "db"\n value_wo = "one"\n value_wo_version = "1"',
    update: 'name = "db-2"\n value_wo = "two"\n value_wo_version = "2"',
    replace: 'name = "db-2"\n value_wo = "two"\n value_wo_version = "2"\n project_id = "project-2"',
    takenOver: ['project_id', 'value_wo_version'],
  },
  {
    type: 'coffer_bucket',
    create: 'max_size = 1000\n description = "logs"',
    update: 'max_size = 9223372036854775807',
    replace: 'max_size = 9223372036854775807\n project_id = "project-2"',
  },
  {
    type: 'coffer_access_key',
    setting: BUCKET,
    create: 'bucket_ids = [coffer_bucket.b.id]\n permissions = { read = true }',
    replace: 'bucket_ids = [coffer_bucket.b.id]\n permissions = { read = true, write = true }',
  },
];

const address = ({ type }: Story) => `${type}.it`;
const configuration = (story: Story, body: string) =>
  `${story.setting ?? ''}resource "${story.type}" "it" {\n${body}\n}\n`;

let emulator: Emulator;
beforeAll(async () => {
  emulator = await Emulator.start({ projects: ['project-1', 'project-2'] });
});
afterAll(() => emulator.stop());

/** Deletes an object behind Terraform's back. */
async function deleteElsewhere(type: string, id: unknown): Promise<void> {
  const host = await Host.start(emulator);
  await host.destroy(type, { state: { id: String(id) }, private: new Uint8Array() });
  await host.server.close();
}

/** Both builds hold the same code: one that is drawn has every life, and one life shows that the other works. */
const [whole] = sampled<Build>('builds with every life', ['compiled', 'node'], 1);

describe.each<[Build]>([['compiled'], ['node']])('with the %s provider', (build) => {
  it.each(stories.slice(0, build === whole ? undefined : 1).map((story) => [story.type, story] as const))(
    '%s lives',
    async (_type, story) => {
      await using workspace = await Workspace.create(emulator, { build });
      const at = address(story);
      const idNow = async () => (await workspace.resource(at)).id;

      // Create it; a second plan changes nothing.
      await workspace.write(configuration(story, story.create));
      await workspace.apply();
      expect(await workspace.planActions('-refresh-only')).toEqual({});
      let id = await idNow();

      // Change it in place where the interface has an update …
      if (story.update) {
        await workspace.write(configuration(story, story.update));
        expect(await workspace.planActions()).toEqual({ [at]: 'update' });
        await workspace.apply();
        expect(await idNow()).toBe(id);
      }

      // … and replace it where the interface has none.
      await workspace.write(configuration(story, story.replace));
      expect(await workspace.planActions()).toEqual({ [at]: 'replace' });
      await workspace.apply();
      expect(await idNow()).not.toBe(id);
      id = await idNow();

      // Import it; the plan after that is empty except for attributes that cannot be read.
      await workspace.must(['state', 'rm', at]);
      await workspace.must(['import', '-input=false', at, String(id)]);
      const imported = await workspace.plan();
      const takenOver = imported.changes.flatMap(({ change }) =>
        Object.keys(change.after ?? {}).filter(
          (name) => JSON.stringify(change.before?.[name]) !== JSON.stringify(change.after?.[name]),
        ),
      );
      expect(takenOver.sort()).toEqual([...(story.takenOver ?? [])].sort());
      expect(imported.changes.map(({ change }) => change.actions)).toEqual(story.takenOver ? [['update']] : []);
      if (story.takenOver) await workspace.apply();
      expect(await idNow()).toBe(id);

      // After a deletion elsewhere the plan recreates it.
      await deleteElsewhere(story.type, id);
      expect(await workspace.planActions()).toEqual({ [at]: 'create' });
      await workspace.apply();

      // A destroy leaves nothing.
      await workspace.destroy();
      expect(await workspace.state()).toEqual([]);
      expect([emulator.inspect.secrets(), emulator.inspect.buckets(), emulator.inspect.accessKeys()].flat()).toEqual(
        [],
      );
    },
  );

  if (build !== whole) return;
});
