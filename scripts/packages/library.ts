import root from '../../package.json';
import { LIBRARIES, type LibraryNames } from '../../projenrc/names';

export interface Library extends LibraryNames {
  readonly framework: Framework;
}

interface Framework {
  /** Name on npm and PyPI. */
  readonly name: 'cdktf' | 'cdktn';
  readonly title: string;
  readonly version: string;
  /** Its package in Java. */
  readonly java: string;
  /** Its module in Go. */
  readonly go: string;
}

export const FOR_CDKTF: Library = {
  ...LIBRARIES.cdktf,
  framework: {
    name: 'cdktf',
    title: 'CDKTF',
    version: root.devDependencies.cdktf,
    java: 'com.hashicorp.cdktf',
    go: 'github.com/hashicorp/terraform-cdk-go/cdktf',
  },
};

/** The twin. */
export const FOR_CDKTN: Library = {
  ...LIBRARIES.cdktn,
  framework: {
    name: 'cdktn',
    title: 'CDK Terrain',
    version: '0.24.0',
    java: 'io.cdktn.cdktn',
    go: 'github.com/open-constructs/cdk-terrain-go/cdktn',
  },
};

// Fields for the checkout only: that it is private, its commands, the build tools, and the allowed install scripts.
const { private: _, scripts: __, optionalDependencies: ___, allowScripts: ____, ...library } = root;

/** The package.json of the construct library, without the fields for the checkout. */
export const LIBRARY_MANIFEST = library;
