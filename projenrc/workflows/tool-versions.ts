import { NODE_VERSION } from '../pins';

/** Versions of the tools that workflows install. */
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
