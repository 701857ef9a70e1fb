import { pinned } from './actions';
import { checkout, expression, LIMIT_MINUTES } from './steps';

/** Scans for security flaws. */
export const codeScanning = {
  name: 'code-scanning',
  on: { push: { branches: ['main'] }, pull_request: {}, schedule: [{ cron: '43 4 * * 3' }] },
  permissions: { contents: 'read' },
  jobs: {
    analyze: {
      'runs-on': 'ubuntu-24.04',
      'timeout-minutes': LIMIT_MINUTES.release,
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
