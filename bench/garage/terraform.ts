import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '../../scripts/support/folders';
import { must } from '../../scripts/support/run';
import type { Target } from '../emulator/messages';
import { type Installation, SOURCE } from '../provider/installation';
import { cpuMsOfAll } from '../support/cpu';
import { withoutOurSettings } from '../support/program';

/** Duration of a command, and the CPU time that it cost the servers. */
export interface Taken {
  readonly seconds: number;
  readonly cpuSeconds: number;
}

/** Runs `terraform apply`, `plan` and `destroy` of `count` buckets and `count` keys, one for each bucket. */
export async function measureTerraform(
  { terraform, installation }: { readonly terraform: string; readonly installation: Installation },
  { baseUrl, token, projectId }: Target,
  { count, pids }: { readonly count: number; readonly pids: readonly number[] },
): Promise<Readonly<Record<'apply' | 'plan' | 'destroy', Taken>>> {
  await using folder = await temporaryFolder('coffer-bench-terraform-');
  const configuration = {
    terraform: { required_providers: { coffer: { source: SOURCE, version: installation.version } } },
    resource: {
      coffer_bucket: { all: { count, max_size: 1_000_000 } },
      coffer_access_key: {
        all: {
          count,
          // biome-ignore lint/suspicious/noTemplateCurlyInString: for Terraform
          bucket_ids: ['${coffer_bucket.all[count.index].id}'],
          permissions: { read: true, write: true, owner: false },
        },
      },
    },
  };
  await writeFile(join(folder.path, 'main.tf.json'), JSON.stringify(configuration));
  await writeFile(
    join(folder.path, 'cli.tfrc'),
    `provider_installation {\n  filesystem_mirror {\n    path = ${JSON.stringify(installation.mirror)}\n  }\n}\n`,
  );
  const env = {
    ...withoutOurSettings(),
    COFFER_BASE_URL: baseUrl,
    COFFER_TOKEN: token,
    COFFER_PROJECT_ID: projectId,
    TF_CLI_CONFIG_FILE: join(folder.path, 'cli.tfrc'),
    CHECKPOINT_DISABLE: '1',
  };
  const run = async (...args: string[]) => {
    const [begun, before] = [performance.now(), cpuMsOfAll(pids)];
    await must(terraform, [...args, '-input=false', '-no-color'], { cwd: folder.path, env });
    return { seconds: (performance.now() - begun) / 1_000, cpuSeconds: (cpuMsOfAll(pids) - before) / 1_000 };
  };
  await run('init');
  return {
    apply: await run('apply', '-auto-approve'),
    plan: await run('plan', '-detailed-exitcode'),
    destroy: await run('destroy', '-auto-approve'),
  };
}
