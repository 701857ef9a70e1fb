import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { IMAGES, VERSION } from './names';
import { expression } from './workflows/steps';

/** Folder of the GitHub action and of the GitLab template, which share a script. */
export const PIPELINE = 'pipelines/coffer-plan';

const SCRIPT = 'coffer-plan.sh';

const action = {
  name: 'coffer-plan',
  description:
    'Plans, applies or rehearses a Terraform configuration with one Coffer provider process for all commands.',
  inputs: {
    mode: { description: '`plan`, `apply`, or `rehearse` with an emulator and a state of its own.', default: 'plan' },
    directory: { description: 'Folder of the configuration.', default: '.' },
    terraform: { description: 'Command to run, such as `tofu`.', default: 'terraform' },
  },
  outputs: {
    changes: {
      description: 'Whether something is to do: `true` or `false`.',
      value: expression('steps.run.outputs.changes'),
    },
  },
  runs: {
    using: 'composite',
    steps: [
      {
        id: 'run',
        shell: 'sh',
        'working-directory': expression('inputs.directory'),
        run: `"$GITHUB_ACTION_PATH/${SCRIPT}" "$COFFER_PLAN_MODE"`,
        env: { COFFER_PLAN_MODE: expression('inputs.mode'), COFFER_PLAN_TERRAFORM: expression('inputs.terraform') },
      },
    ],
  },
};

/** A template cannot have other files, so it contains the script. */
const writeScript = () =>
  `cat >/tmp/${SCRIPT} <<'COFFER_PLAN_SCRIPT'\n${readFileSync(join(PIPELINE, SCRIPT), 'utf8')}COFFER_PLAN_SCRIPT\n`;

/** GitLab prefers the variables of a project or group to those of a job, so what must not be replaced stands in the script. */
const template = () => ({
  '.coffer-plan': {
    image: { name: 'hashicorp/terraform:1.15.5', entrypoint: [''] },
    variables: { COFFER_PLAN_MODE: 'plan', COFFER_PLAN_DIRECTORY: '.' },
    script: [writeScript(), 'cd "$COFFER_PLAN_DIRECTORY"', `sh /tmp/${SCRIPT} "$COFFER_PLAN_MODE"`],
  },
  '.coffer-rehearse': {
    extends: '.coffer-plan',
    services: [{ name: `${IMAGES.emulator}:${VERSION}`, alias: 'coffer' }],
    variables: { COFFER_EMULATOR_TOKEN: 'rehearsal', COFFER_EMULATOR_S3_PUBLIC_URL: 'http://coffer:4281' },
    script: [
      writeScript(),
      // Those of the real service.
      'unset COFFER_TOKEN_FILE COFFER_TOKEN_COMMAND COFFER_HEADERS COFFER_S3_ENDPOINT',
      'export COFFER_BASE_URL=http://coffer:4280 COFFER_TOKEN=rehearsal COFFER_PROJECT_ID=project-1',
      // The emulator runs in a separate container.
      'export COFFER_ALLOW_INSECURE_HTTP=true',
      'cd "$COFFER_PLAN_DIRECTORY"',
      `sh /tmp/${SCRIPT} rehearse`,
    ],
  },
});

export const pipelines = (): Readonly<Record<string, object>> => ({
  [`${PIPELINE}/action.yml`]: action,
  [`${PIPELINE}/gitlab.yml`]: template(),
});
