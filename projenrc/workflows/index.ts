import { pinned } from './actions';
import { dependabot } from './dependabot';
import { release } from './release';
import { checkout, downloads, expression, setUp, setupNode, ubuntu } from './steps';

const permissions = { contents: 'read' };

const build = {
  name: 'build',
  on: { push: { branches: ['main'] }, pull_request: {}, workflow_dispatch: {} },
  permissions,
  concurrency: { group: `build-${expression('github.ref')}`, 'cancel-in-progress': true },
  jobs: { build: { ...ubuntu('build'), steps: [...setUp, { run: '.ci/run', env: downloads }] } },
};

/** Chance with a seed of each night: what a commit is not blamed for. */
const night = {
  name: 'night',
  on: { schedule: [{ cron: '23 2 * * *' }], workflow_dispatch: {} },
  permissions,
  jobs: {
    night: {
      ...ubuntu('night'),
      steps: [
        ...setUp,
        {
          run: '.ci/run install tool-chains build adversity tests release',
          env: { ...downloads, MINUTES: '90', COFFER_TEST_SEED: expression('github.run_number') },
        },
      ],
    },
  },
};

const codeScanning = {
  name: 'code-scanning',
  on: { push: { branches: ['main'] }, pull_request: {}, schedule: [{ cron: '43 4 * * 3' }] },
  permissions,
  jobs: {
    analyze: {
      ...ubuntu('scan'),
      permissions: { contents: 'read', 'security-events': 'write' },
      strategy: { 'fail-fast': false, matrix: { language: ['javascript-typescript', 'go', 'python', 'actions'] } },
      steps: [
        checkout,
        {
          uses: pinned('github/codeql-action', 'init'),
          with: { languages: expression('matrix.language'), 'build-mode': 'none', queries: 'security-extended' },
        },
        {
          uses: pinned('github/codeql-action', 'analyze'),
          with: { category: `/language:${expression('matrix.language')}` },
        },
      ],
    },
  },
};

/** Checks weekly for known vulnerabilities of all that ships, and for deprecated packages. Both ask others, so no commit depends on them. */
const dependencies = {
  name: 'dependencies',
  on: { schedule: [{ cron: '17 5 * * 1' }], workflow_dispatch: {} },
  permissions,
  jobs: {
    check: {
      ...ubuntu('short'),
      steps: [
        checkout,
        setupNode,
        { run: 'npm ci' },
        { run: 'scripts/workflows/image-packages.sh emulator/Dockerfile > image.txt' },
        { run: 'scripts/workflows/check-dependencies.sh image.txt', env: { GH_TOKEN: expression('github.token') } },
      ],
    },
  },
};

/** The files that projen writes into `.github/`, by path. */
export const workflows: Readonly<Record<string, object>> = {
  '.github/workflows/build.yml': build,
  '.github/workflows/night.yml': night,
  '.github/workflows/release.yml': release,
  '.github/workflows/dependencies.yml': dependencies,
  '.github/workflows/code-scanning.yml': codeScanning,
  '.github/dependabot.yml': dependabot,
};
