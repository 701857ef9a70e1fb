import { downloads, expression, LIMIT_MINUTES, setUp } from './steps';

/** Runs the checks of a commit for every push and pull request. */
export const build = {
  name: 'build',
  on: { push: { branches: ['main'] }, pull_request: {}, workflow_dispatch: {} },
  permissions: { contents: 'read' },
  concurrency: { group: `build-${expression('github.ref')}`, 'cancel-in-progress': true },
  jobs: {
    build: {
      'runs-on': 'ubuntu-24.04',
      'timeout-minutes': LIMIT_MINUTES.build,
      steps: [...setUp, { run: '.ci/run', env: downloads }],
    },
  },
};
