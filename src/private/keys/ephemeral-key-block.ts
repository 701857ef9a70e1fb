import { dependable, type TerraformProvider } from 'cdktf';
import type { Construct } from 'constructs';
import type { Duration } from '../../duration';
import type { ResourceProps } from '../../resource-props';
import type { Attributes } from '../code/attributes';
import { OwnBlockWithAttributes } from '../code/own-block';
import { needsEphemeral } from '../code/untraced';
import type { PermissionFlags } from './permissions';

/** The block of an ephemeral access key. It has the members of low-level constructs of resources that checks of all kinds of keys expect. */
export class EphemeralKeyBlock extends OwnBlockWithAttributes {
  public readonly terraformResourceType = 'ephemeral.coffer_access_key';
  public readonly provider: TerraformProvider | undefined;
  public readonly projectIdInput: string | undefined;
  public bucketIds: string[] = [];
  public permissionsInput: PermissionFlags | undefined;

  public constructor(
    scope: Construct,
    id: string,
    private readonly props: ResourceProps & { readonly openTimeout?: Duration },
  ) {
    super(scope, id, 'ephemeral.coffer_access_key');
    this.provider = props.provider;
    this.projectIdInput = props.projectId;
    needsEphemeral(this);
  }

  public putPermissions(permissions: PermissionFlags): void {
    this.permissionsInput = permissions;
  }

  public get bucketIdsInput(): readonly string[] {
    return this.bucketIds;
  }

  protected get written(): Attributes {
    const { bucketIds, permissionsInput, projectIdInput, provider } = this;
    const { dependsOn, openTimeout } = this.props;
    return {
      bucket_ids: bucketIds,
      permissions: { ...permissionsInput },
      ...(projectIdInput !== undefined && { project_id: projectIdInput }),
      ...(openTimeout && { timeouts: { open: openTimeout.toString() } }),
      ...(provider && { provider: provider.fqn }),
      ...(dependsOn && { depends_on: dependsOn.map(dependable) }),
    };
  }
}
