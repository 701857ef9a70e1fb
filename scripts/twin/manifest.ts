import { LIBRARIES } from '../../projenrc/names';
import { versionOf } from '../../projenrc/pins';
import { LIBRARY_MANIFEST } from '../packages/manifest';

const { name: _name, description, jsii, peerDependencies: _, devDependencies: __, ...shared } = LIBRARY_MANIFEST;
const names = LIBRARIES.cdktn;

/** The package.json of the twin: that of the library, with cdktn instead of cdktf. */
export const TWIN_MANIFEST = {
  ...shared,
  name: names.npm,
  description: description.replace('CDKTF', 'CDK Terrain'),
  // As in the packages of CDK Terrain: its own keywords in addition to those that people search for today.
  keywords: [...shared.keywords, 'cdk-terrain', 'cdktn'].sort(),
  cdktn: shared.cdktf,
  peerDependencies: { cdktn: `^${versionOf('cdktn')}`, constructs: '>=10.6.0 <10.8.0' },
  devDependencies: { cdktn: versionOf('cdktn'), constructs: versionOf('constructs') },
  jsii: {
    ...jsii,
    targets: {
      python: names.python,
      java: { package: names.java.package, maven: { groupId: names.java.groupId, artifactId: names.java.artifactId } },
      go: names.go,
      dotnet: { namespace: names.dotnet, packageId: names.dotnet },
    },
  },
};
