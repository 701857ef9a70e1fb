import { NODE_VERSION } from '../pins';
import { pinned } from './actions';

export const TOOLS = {
  node: NODE_VERSION,
  /** The npm of this one can publish without a token. */
  nodeToPublish: '24.21.0',
  go: '1.26',
  java: '17',
  python: '3.12',
  terraform: '1.11.4',
  newestTerraform: '1.15.5',
  openTofu: '1.12.6',
};

const LIMIT_MINUTES = { build: 90, night: 240, scan: 60, short: 20 };

export const ubuntu = (limit: keyof typeof LIMIT_MINUTES) => ({
  'runs-on': 'ubuntu-24.04',
  'timeout-minutes': LIMIT_MINUTES[limit],
});

export const expression = (text: string) => `\${{ ${text} }}`;

export const secret = (name: string) => expression(`secrets.${name}`);

export const variable = (name: string) => expression(`vars.${name}`);

/** Source of a release's external files if apt does not have them. */
export const downloads = { COFFER_DEBIAN_ARCHIVE: variable('DEBIAN_ARCHIVE') };

export interface Step {
  readonly [name: string]: unknown;
}

/** Leaves no token in the checkout. */
export const checkout = { uses: pinned('actions/checkout'), with: { 'persist-credentials': false } };

/** No cache: a cache written by a pull request could reach a release. */
export const setupNode: Step = {
  uses: pinned('actions/setup-node'),
  with: { 'node-version': TOOLS.node, 'package-manager-cache': false },
};

export const setupTerraform = (version: string): Step => ({
  uses: pinned('hashicorp/setup-terraform'),
  // The wrapper would print the output of every command twice.
  with: { terraform_version: version, terraform_wrapper: false },
});

/** Everything that `.ci/run` and a release need. */
export const setUp: readonly Step[] = [
  checkout,
  setupNode,
  { uses: pinned('actions/setup-python'), with: { 'python-version': TOOLS.python } },
  { uses: pinned('actions/setup-go'), with: { 'go-version': TOOLS.go, cache: false } },
  { uses: pinned('actions/setup-java'), with: { distribution: 'temurin', 'java-version': TOOLS.java } },
  setupTerraform(TOOLS.terraform),
  { uses: pinned('opentofu/setup-opentofu'), with: { tofu_version: TOOLS.openTofu, tofu_wrapper: false } },
];

export const upload = (name: string, path: string): Step => ({
  uses: pinned('actions/upload-artifact'),
  with: { name, path, 'if-no-files-found': 'error', 'retention-days': 7 },
});

export const download = (name: string, path: string): Step => ({
  uses: pinned('actions/download-artifact'),
  with: { name, path },
});
