import { LIBRARY_MANIFEST } from '../support/assembly';
import tools from './package.json';

const { name, description, jsii, peerDependencies: _, devDependencies: __, scripts: ___, ...shared } = LIBRARY_MANIFEST;

/** The package.json of the twin: that of the library, with cdktn where cdktf is. */
export const TWIN_MANIFEST = {
  ...shared,
  name: name.replace('cdktf', 'cdktn'),
  description: description.replace('CDKTF', 'CDK Terrain'),
  // As the packages of CDK Terrain have it: its own words beside those that are looked for today.
  keywords: [...shared.keywords, 'cdk-terrain', 'cdktn'].sort(),
  cdktn: shared.cdktf,
  peerDependencies: { cdktn: `^${tools.dependencies.cdktn}`, constructs: '>=10.6.0 <10.8.0' },
  devDependencies: { cdktn: tools.dependencies.cdktn, constructs: tools.dependencies.constructs },
  jsii: {
    ...jsii,
    targets: {
      python: { distName: 'cdktn-coffer', module: 'cdktn_coffer' },
      java: { package: 'dev.coffer.cdktn', maven: { groupId: 'dev.coffer', artifactId: 'cdktn-coffer' } },
      go: { moduleName: 'github.com/coffer/cdktn-coffer-go', packageName: 'coffer' },
      dotnet: { namespace: 'Coffer.Cdktn', packageId: 'Coffer.Cdktn' },
    },
  },
};
