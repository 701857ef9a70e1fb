import { devDependencies } from '../../package.json';
import { LIBRARIES, type LibraryNames } from '../../projenrc/names';

/** A construct library, by the names that it has in each language, and what it rests on. */
export interface Library extends LibraryNames {
  readonly framework: Framework;
}

/** What a construct library rests on. */
interface Framework {
  /** On npm and PyPI. */
  readonly name: 'cdktf' | 'cdktn';
  /** As people write it. */
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
    version: devDependencies.cdktf,
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
