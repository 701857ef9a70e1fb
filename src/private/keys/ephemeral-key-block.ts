import { dependable, ref, TerraformElement, type TerraformProvider, Token } from 'cdktf';
import type { Construct } from 'constructs';
import type { Duration } from '../../duration';
import type { ResourceProps } from '../../resource-props';
import { addressOf, withOverrides } from '../code/attributes';
import { References } from '../code/references';
import { pathOf } from '../code/tree';
import { needsEphemeral } from '../code/untraced';
import { ValidationError } from '../validation-error';
import type { PermissionFlags } from './permissions';

/** Type of the block. */
const EPHEMERAL_KEY = 'coffer_access_key';

/** The block of an ephemeral access key; cdktf has no class for it. */
export class EphemeralKeyBlock extends TerraformElement {
  /** The type that the checks of all kinds of keys expect. */
  public readonly terraformResourceType = `ephemeral.${EPHEMERAL_KEY}`;
  public readonly provider: TerraformProvider | undefined;
  public readonly projectIdInput: string | undefined;
  public bucketIds: string[] = [];
  public permissionsInput: PermissionFlags | undefined;
  private readonly references = new References();

  public constructor(
    scope: Construct,
    id: string,
    private readonly props: ResourceProps & { readonly openTimeout?: Duration },
  ) {
    super(scope, id, `ephemeral.${EPHEMERAL_KEY}`);
    this.provider = props.provider;
    this.projectIdInput = props.projectId;
    needsEphemeral(this);
  }

  public putPermissions(permissions: PermissionFlags): void {
    this.permissionsInput = permissions;
  }

  /** As in low-level constructs of resources. */
  public get bucketIdsInput(): readonly string[] {
    return this.bucketIds;
  }

  public attribute(name: string): string {
    return this.references.late(name, () => Token.asString(ref(`${addressOf(this)}.${name}`, this.cdktfStack)));
  }

  public override toTerraform(): unknown {
    const { bucketIds, permissionsInput, projectIdInput, provider } = this;
    const { dependsOn, openTimeout } = this.props;
    const block = {
      bucket_ids: bucketIds,
      permissions: { ...permissionsInput },
      ...(projectIdInput !== undefined && { project_id: projectIdInput }),
      ...(openTimeout && { timeouts: { open: openTimeout.toString() } }),
      ...(provider && { provider: provider.fqn }),
      ...(dependsOn && { depends_on: dependsOn.map(dependable) }),
    };
    return { ephemeral: { [EPHEMERAL_KEY]: { [this.friendlyUniqueId]: withOverrides(block, this.rawOverrides) } } };
  }

  public override toHclTerraform(): never {
    throw new ValidationError(
      `EphemeralAccessKey "${pathOf(this)}" can be synthesized as JSON only: CDKTF has no HCL for ephemeral blocks`,
    );
  }
}
