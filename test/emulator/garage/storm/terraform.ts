import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bin, inRoot, ROOT } from '../../../../scripts/support/paths';
import { must, run } from '../../../../scripts/support/run';
import { findTerraform } from '../../../../scripts/support/terraform';
import type { Stage } from './client';

/** Buckets, and as many keys, of each configuration. */
const COUNT = 3;
/** Once everything is well again nothing is left to fail. */
const LAST_TRIES = 3;

/** Applies and destroys one configuration again and again; a command that fails is repeated, as people do. */
export class TerraformStorm {
  private constructor(
    private readonly stage: Stage,
    private readonly terraform: string,
    private readonly folder: string,
    private readonly env: NodeJS.ProcessEnv,
  ) {}

  /** Builds the provider if it is not up to date, and lays out a folder for each. */
  static async prepare(stage: Stage, count: number): Promise<TerraformStorm[]> {
    if (count === 0) return [];
    const terraform = await findTerraform();
    await must(bin('tsx'), [inRoot('scripts/build-provider.ts')], { cwd: ROOT });
    const configuration = {
      terraform: { required_providers: { coffer: { source: 'coffer/coffer' } } },
      resource: {
        coffer_bucket: { all: { count: COUNT, max_size: 1_000_000 } },
        coffer_access_key: {
          all: {
            count: COUNT,
            // biome-ignore lint/suspicious/noTemplateCurlyInString: for Terraform
            bucket_ids: ['${coffer_bucket.all[count.index].id}'],
            permissions: { read: true, write: true, owner: false },
          },
        },
      },
    };
    const mirror = `provider_installation {\n  filesystem_mirror {\n    path = ${JSON.stringify(inRoot('dist/mirror'))}\n  }\n}\n`;
    return Promise.all(
      Array.from({ length: count }, async (_, index) => {
        const folder = join(stage.cluster.folder, `terraform-${index}`);
        await mkdir(folder);
        await writeFile(join(folder, 'main.tf.json'), JSON.stringify(configuration));
        await writeFile(join(folder, 'cli.tfrc'), mirror);
        const env = {
          COFFER_BASE_URL: stage.plane.url,
          COFFER_TOKEN: stage.plane.token,
          COFFER_PROJECT_ID: stage.projectId,
          TF_CLI_CONFIG_FILE: join(folder, 'cli.tfrc'),
          CHECKPOINT_DISABLE: '1',
        };
        const storm = new TerraformStorm(stage, terraform.path, folder, env);
        await must(terraform.path, ['init', '-no-color'], { cwd: folder, env });
        return storm;
      }),
    );
  }

  /** Until it is over; then what is left is destroyed, which must succeed. */
  async run(isOver: () => boolean): Promise<void> {
    for (let round = 0; !isOver(); round++) await this.#attempt(round % 2 === 0 ? 'apply' : 'destroy');
    let output: string | undefined;
    for (let tries = 0; tries < LAST_TRIES; tries++) {
      output = await this.#attempt('destroy');
      if (output === undefined) return;
    }
    this.stage.ledger.violations.push(`terraform destroy failed after the storm: ${output?.slice(-1_000)}`);
  }

  /** Undefined, or what it printed when it failed. */
  async #attempt(command: 'apply' | 'destroy'): Promise<string | undefined> {
    const args = [command, '-auto-approve', '-input=false', '-no-color'];
    const { code, output } = await run(this.terraform, args, { cwd: this.folder, env: this.env });
    this.stage.ledger.count(`terraform ${command}${code === 0 ? '' : ' failed'}`);
    return code === 0 ? undefined : output;
  }
}
