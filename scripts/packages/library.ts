import root from '../../package.json';
import { LIBRARIES, type LibraryNames } from '../../projenrc/names';

export interface Library extends LibraryNames {
  /** Its name on npm and PyPI, its display name, its package in Java, its module in Go, and the oldest Node of its command line. */
  readonly framework: Readonly<Record<'title' | 'version' | 'java' | 'go' | 'commandLineNeeds', string>> & {
    readonly name: 'cdktf' | 'cdktn';
  };
}

export const FOR_CDKTF: Library = {
  ...LIBRARIES.cdktf,
  framework: {
    name: 'cdktf',
    title: 'CDKTF',
    version: root.devDependencies.cdktf,
    java: 'com.hashicorp.cdktf',
    go: 'github.com/hashicorp/terraform-cdk-go/cdktf',
    commandLineNeeds: '20.16',
  },
};

export const FOR_CDKTN: Library = {
  ...LIBRARIES.cdktn,
  framework: {
    name: 'cdktn',
    title: 'CDK Terrain',
    version: '0.24.0',
    java: 'io.cdktn.cdktn',
    go: 'github.com/open-constructs/cdk-terrain-go/cdktn',
    commandLineNeeds: '22.19',
  },
};

// Fields for the checkout only: that it is private, its commands, the build tools, and the allowed install scripts.
const { private: _, scripts: __, optionalDependencies: ___, allowScripts: ____, ...library } = root;

/** The package.json of the construct library, without the fields for the checkout. */
export const LIBRARY_MANIFEST = library;
