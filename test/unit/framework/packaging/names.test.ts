import { expect, it } from 'vitest';
import { archiveName, manifestName, programName, sumsName } from '../../../../framework/packaging/names';
import { PLATFORMS } from '../../../../framework/packaging/platforms';

it('files are named after the source, where Terraform looks for them, and not after the types', () => {
  const of = { typeName: 'cloud', source: 'example/cloud-beta', version: '1.2.3' };
  const [platform] = PLATFORMS;
  if (!platform) throw new Error('a platform is required');

  const names = [programName(of), archiveName(of, platform), manifestName(of), sumsName(of)];

  expect(names).toEqual([
    'terraform-provider-cloud-beta_v1.2.3',
    `terraform-provider-cloud-beta_1.2.3_${platform.name}.zip`,
    'terraform-provider-cloud-beta_1.2.3_manifest.json',
    'terraform-provider-cloud-beta_1.2.3_SHA256SUMS',
  ]);
});
