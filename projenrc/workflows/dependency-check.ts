import { checkout, expression, LIMIT_MINUTES, setupNode } from './steps';

/**
 * Checks weekly for known vulnerabilities of everything that ships, and for packages that the registry marks as deprecated. Both ask others,
 * so no commit depends on them.
 */
export const dependencies = {
  name: 'dependencies',
  on: { schedule: [{ cron: '17 5 * * 1' }], workflow_dispatch: {} },
  permissions: { contents: 'read' },
  jobs: {
    check: {
      'runs-on': 'ubuntu-24.04',
      'timeout-minutes': LIMIT_MINUTES.short,
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
