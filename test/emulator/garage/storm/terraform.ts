import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bin, inRoot, ROOT } from '../../../../scripts/support/paths';
import { must, type RunResult, run } from '../../../../scripts/support/run';
import { findTerraform } from '../../../../scripts/support/terraform';
import type { Stage } from './client';

/** Buckets, and as many keys, of each configuration that comes and goes. */
const COUNT = 3;
/** Once everything is well again nothing is left to fail. */
const LAST_TRIES = 3;

/** Quota of every bucket of Terraform's. */
export const MAX_SIZE = 1_000_000;

const CONFIGURATION = {
  terraform: { required_providers: { coffer: { source: 'coffer/coffer' } } },
  variable: { number: { type: 'number' } },
  resource: {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: for Terraform
    coffer_bucket: { all: { count: '${var.number}', max_size: MAX_SIZE } },
    coffer_access_key: {
      all: {
        // biome-ignore lint/suspicious/noTemplateCurlyInString: for Terraform
        count: '${var.number}',
        // biome-ignore lint/suspicious/noTemplateCurlyInString: for Terraform
        bucket_ids: ['${coffer_bucket.all[count.index].id}'],
        permissions: { read: true, write: true, owner: false },
      },
    },
  },
};

/** A folder with a configuration of buckets, and of a key for each. */
export class Folder {
  private constructor(
    private readonly path: string,
    private readonly terraform: string,
    private readonly env: NodeJS.ProcessEnv,
  ) {}

  /** Builds the provider if it is not up to date. */
  static async open({ cluster, plane, projectId }: Stage, name: string): Promise<Folder> {
    const terraform = await findTerraform();
    await must(bin('tsx'), [inRoot('scripts/build-provider.ts')], { cwd: ROOT });
    const path = join(cluster.folder, name);
    await mkdir(path);
    const mirror = `provider_installation {\n  filesystem_mirror {\n    path = ${JSON.stringify(inRoot('dist/mirror'))}\n  }\n}\n`;
    await writeFile(join(path, 'main.tf.json'), JSON.stringify(CONFIGURATION));
    await writeFile(join(path, 'cli.tfrc'), mirror);
    const folder = new Folder(path, terraform.path, {
      COFFER_BASE_URL: plane.url,
      COFFER_TOKEN: plane.token,
      COFFER_PROJECT_ID: projectId,
      TF_CLI_CONFIG_FILE: join(path, 'cli.tfrc'),
      CHECKPOINT_DISABLE: '1',
    });
    await must(terraform.path, ['init', '-no-color'], { cwd: path, env: folder.env });
    return folder;
  }

  run(args: readonly string[], count = COUNT): Promise<RunResult> {
    return run(this.terraform, args, { cwd: this.path, env: { ...this.env, TF_VAR_number: String(count) } });
  }
}

/** Applies and destroys one configuration again and again; a command that fails is repeated, as people do. */
export class TerraformStorm {
  private constructor(
    private readonly stage: Stage,
    private readonly folder: Folder,
  ) {}

  /** Lays out a folder for each. */
  static async prepare(stage: Stage, count: number): Promise<TerraformStorm[]> {
    const storms: TerraformStorm[] = [];
    for (let index = 0; index < count; index++) {
      storms.push(new TerraformStorm(stage, await Folder.open(stage, `terraform-${index}`)));
    }
    return storms;
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
    const { code, output } = await this.folder.run([command, '-auto-approve', '-input=false', '-no-color']);
    this.stage.ledger.count(`terraform ${command}${code === 0 ? '' : ' failed'}`);
    return code === 0 ? undefined : output;
  }
}
