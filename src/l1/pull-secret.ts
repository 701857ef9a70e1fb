// https://registry.terraform.io/providers/coffer/coffer/latest/docs/resources/pull_secret
// generated from terraform resource schema

import { Construct } from 'constructs';
import * as cdktf from 'cdktf';
import { hclText } from '../private/hcl-text';

// Configuration

export interface PullSecretConfig extends cdktf.TerraformMetaArguments {
  /**
  * Password or access token, kept in state. Exactly one of `password` and `password_wo` is set.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs/resources/pull_secret#password PullSecret#password}
  */
  readonly password?: string;
  /**
  * When the password ends (RFC 3339). A refresh warns from an hour before. Never sent.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs/resources/pull_secret#password_expires_at PullSecret#password_expires_at}
  */
  readonly passwordExpiresAt?: string;
  /**
  * Password or access token, never kept in state. Change `password_wo_version` to send it again.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs/resources/pull_secret#password_wo PullSecret#password_wo}
  */
  readonly passwordWo?: string;
  /**
  * Any text, such as a number, a date or a hash. A change sends `password_wo` and `username_wo` again.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs/resources/pull_secret#password_wo_version PullSecret#password_wo_version}
  */
  readonly passwordWoVersion?: string;
  /**
  * Project that it belongs to. Default: the provider's `project_id`. A change replaces it.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs/resources/pull_secret#project_id PullSecret#project_id}
  */
  readonly projectId?: string;
  /**
  * Registry server URL, sent as written. Its form differs by registry, such as `ghcr.io`. Another spelling of the same server is no change.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs/resources/pull_secret#server PullSecret#server}
  */
  readonly server: string;
  /**
  * How long operations may take in all, waits and repetitions included.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs/resources/pull_secret#timeouts PullSecret#timeouts}
  */
  readonly timeouts?: PullSecretTimeouts;
  /**
  * Registry user name. Exactly one of `username` and `username_wo` is set.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs/resources/pull_secret#username PullSecret#username}
  */
  readonly username?: string;
  /**
  * Registry user name, never kept in state: for registries where it is a token itself. Sent again when `password_wo_version` changes.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs/resources/pull_secret#username_wo PullSecret#username_wo}
  */
  readonly usernameWo?: string;
}
export interface PullSecretTimeouts {
  /**
  * Limit of creating, the search for what a lost response has made included. A duration such as `90s` or `1h30m`. Default `5m`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs/resources/pull_secret#create PullSecret#create}
  */
  readonly create?: string;
  /**
  * Limit of destroying, as it is in state. Only with `pull_secret_api = "full"` is there anything to wait for. A duration such as `90s` or `1h30m`. Default `5m`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs/resources/pull_secret#delete PullSecret#delete}
  */
  readonly delete?: string;
  /**
  * Limit of a refresh. Only with `pull_secret_api = "full"` is there anything to wait for. A duration such as `90s` or `1h30m`. Default `5m`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs/resources/pull_secret#read PullSecret#read}
  */
  readonly read?: string;
  /**
  * Limit of an update. A duration such as `90s` or `1h30m`. Default `5m`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs/resources/pull_secret#update PullSecret#update}
  */
  readonly update?: string;
}

export function pullSecretTimeoutsToTerraform(struct?: PullSecretTimeouts | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
    create: cdktf.stringToTerraform(struct!.create),
    delete: cdktf.stringToTerraform(struct!.delete),
    read: cdktf.stringToTerraform(struct!.read),
    update: cdktf.stringToTerraform(struct!.update),
  }
}


export function pullSecretTimeoutsToHclTerraform(struct?: PullSecretTimeouts | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
    create: {
      value: hclText(struct!.create),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    delete: {
      value: hclText(struct!.delete),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    read: {
      value: hclText(struct!.read),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    update: {
      value: hclText(struct!.update),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
  };

  // remove undefined attributes
  return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined));
}

export class PullSecretTimeoutsOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;
  private resolvableValue?: cdktf.IResolvable;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): PullSecretTimeouts | cdktf.IResolvable | undefined {
    if (this.resolvableValue) {
      return this.resolvableValue;
    }
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    if (this._create !== undefined) {
      hasAnyValues = true;
      internalValueResult.create = this._create;
    }
    if (this._delete !== undefined) {
      hasAnyValues = true;
      internalValueResult.delete = this._delete;
    }
    if (this._read !== undefined) {
      hasAnyValues = true;
      internalValueResult.read = this._read;
    }
    if (this._update !== undefined) {
      hasAnyValues = true;
      internalValueResult.update = this._update;
    }
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: PullSecretTimeouts | cdktf.IResolvable | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
      this.resolvableValue = undefined;
      this._create = undefined;
      this._delete = undefined;
      this._read = undefined;
      this._update = undefined;
    }
    else if (cdktf.Tokenization.isResolvable(value)) {
      this.isEmptyObject = false;
      this.resolvableValue = value;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
      this.resolvableValue = undefined;
      this._create = value.create;
      this._delete = value.delete;
      this._read = value.read;
      this._update = value.update;
    }
  }

  // create - computed: false, optional: true, required: false
  private _create?: string; 
  public get create() {
    return this.getStringAttribute('create');
  }
  public set create(value: string) {
    this._create = value;
  }
  public resetCreate() {
    this._create = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get createInput() {
    return this._create;
  }

  // delete - computed: false, optional: true, required: false
  private _delete?: string; 
  public get delete() {
    return this.getStringAttribute('delete');
  }
  public set delete(value: string) {
    this._delete = value;
  }
  public resetDelete() {
    this._delete = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get deleteInput() {
    return this._delete;
  }

  // read - computed: false, optional: true, required: false
  private _read?: string; 
  public get read() {
    return this.getStringAttribute('read');
  }
  public set read(value: string) {
    this._read = value;
  }
  public resetRead() {
    this._read = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get readInput() {
    return this._read;
  }

  // update - computed: false, optional: true, required: false
  private _update?: string; 
  public get update() {
    return this.getStringAttribute('update');
  }
  public set update(value: string) {
    this._update = value;
  }
  public resetUpdate() {
    this._update = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get updateInput() {
    return this._update;
  }
}

/**
* Represents a {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs/resources/pull_secret coffer_pull_secret}
*/
export class PullSecret extends cdktf.TerraformResource {

  // =================
  // STATIC PROPERTIES
  // =================
  public static readonly tfResourceType = "coffer_pull_secret";

  // ==============
  // STATIC Methods
  // ==============
  /**
  * Generates CDKTF code for importing a PullSecret resource upon running "cdktf plan <stack-name>"
  * @param scope The scope in which to define this construct
  * @param importToId The construct id used in the generated config for the PullSecret to import
  * @param importFromId The id of the existing PullSecret that should be imported. Refer to the {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs/resources/pull_secret#import import section} in the documentation of this resource for the id to use
  * @param provider? Optional instance of the provider where the PullSecret to import is found
  */
  public static generateConfigForImport(scope: Construct, importToId: string, importFromId: string, provider?: cdktf.TerraformProvider) {
        return new cdktf.ImportableResource(scope, importToId, { terraformResourceType: "coffer_pull_secret", importId: importFromId, provider });
      }

  // ===========
  // INITIALIZER
  // ===========

  /**
  * Create a new {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs/resources/pull_secret coffer_pull_secret} Resource
  *
  * @param scope The scope in which to define this construct
  * @param id The scoped construct ID. Must be unique amongst siblings in the same scope
  * @param options PullSecretConfig
  */
  public constructor(scope: Construct, id: string, config: PullSecretConfig) {
    super(scope, id, {
      terraformResourceType: 'coffer_pull_secret',
      terraformGeneratorMetadata: {
        providerName: 'coffer',
        providerVersionConstraint: '~> 0.1'
      },
      provider: config.provider,
      dependsOn: config.dependsOn,
      count: config.count,
      lifecycle: config.lifecycle,
      provisioners: config.provisioners,
      connection: config.connection,
      forEach: config.forEach
    });
    this._password = config.password;
    this._passwordExpiresAt = config.passwordExpiresAt;
    this._passwordWo = config.passwordWo;
    this._passwordWoVersion = config.passwordWoVersion;
    this._projectId = config.projectId;
    this._server = config.server;
    this._timeouts.internalValue = config.timeouts;
    this._username = config.username;
    this._usernameWo = config.usernameWo;
  }

  // ==========
  // ATTRIBUTES
  // ==========

  // id - computed: true, optional: false, required: false
  public get id() {
    return this.getStringAttribute('id');
  }

  // password - computed: false, optional: true, required: false
  private _password?: string; 
  public get password() {
    return this.getStringAttribute('password');
  }
  public set password(value: string) {
    this._password = value;
  }
  public resetPassword() {
    this._password = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get passwordInput() {
    return this._password;
  }

  // password_expires_at - computed: false, optional: true, required: false
  private _passwordExpiresAt?: string; 
  public get passwordExpiresAt() {
    return this.getStringAttribute('password_expires_at');
  }
  public set passwordExpiresAt(value: string) {
    this._passwordExpiresAt = value;
  }
  public resetPasswordExpiresAt() {
    this._passwordExpiresAt = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get passwordExpiresAtInput() {
    return this._passwordExpiresAt;
  }

  // password_wo - computed: false, optional: true, required: false
  private _passwordWo?: string; 
  public get passwordWo() {
    return this.getStringAttribute('password_wo');
  }
  public set passwordWo(value: string) {
    this._passwordWo = value;
  }
  public resetPasswordWo() {
    this._passwordWo = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get passwordWoInput() {
    return this._passwordWo;
  }

  // password_wo_version - computed: false, optional: true, required: false
  private _passwordWoVersion?: string; 
  public get passwordWoVersion() {
    return this.getStringAttribute('password_wo_version');
  }
  public set passwordWoVersion(value: string) {
    this._passwordWoVersion = value;
  }
  public resetPasswordWoVersion() {
    this._passwordWoVersion = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get passwordWoVersionInput() {
    return this._passwordWoVersion;
  }

  // project_id - computed: true, optional: true, required: false
  private _projectId?: string; 
  public get projectId() {
    return this.getStringAttribute('project_id');
  }
  public set projectId(value: string) {
    this._projectId = value;
  }
  public resetProjectId() {
    this._projectId = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get projectIdInput() {
    return this._projectId;
  }

  // server - computed: false, optional: false, required: true
  private _server?: string; 
  public get server() {
    return this.getStringAttribute('server');
  }
  public set server(value: string) {
    this._server = value;
  }
  // Temporarily expose input value. Use with caution.
  public get serverInput() {
    return this._server;
  }

  // superseded_ids - computed: true, optional: false, required: false
  public get supersededIds() {
    return this.getListAttribute('superseded_ids');
  }

  // timeouts - computed: false, optional: true, required: false
  private _timeouts = new PullSecretTimeoutsOutputReference(this, "timeouts");
  public get timeouts() {
    return this._timeouts;
  }
  public putTimeouts(value: PullSecretTimeouts) {
    this._timeouts.internalValue = value;
  }
  public resetTimeouts() {
    this._timeouts.internalValue = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get timeoutsInput() {
    return this._timeouts.internalValue;
  }

  // username - computed: false, optional: true, required: false
  private _username?: string; 
  public get username() {
    return this.getStringAttribute('username');
  }
  public set username(value: string) {
    this._username = value;
  }
  public resetUsername() {
    this._username = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get usernameInput() {
    return this._username;
  }

  // username_wo - computed: false, optional: true, required: false
  private _usernameWo?: string; 
  public get usernameWo() {
    return this.getStringAttribute('username_wo');
  }
  public set usernameWo(value: string) {
    this._usernameWo = value;
  }
  public resetUsernameWo() {
    this._usernameWo = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get usernameWoInput() {
    return this._usernameWo;
  }

  // =========
  // SYNTHESIS
  // =========

  protected synthesizeAttributes(): { [name: string]: any } {
    return {
      password: cdktf.stringToTerraform(this._password),
      password_expires_at: cdktf.stringToTerraform(this._passwordExpiresAt),
      password_wo: cdktf.stringToTerraform(this._passwordWo),
      password_wo_version: cdktf.stringToTerraform(this._passwordWoVersion),
      project_id: cdktf.stringToTerraform(this._projectId),
      server: cdktf.stringToTerraform(this._server),
      timeouts: pullSecretTimeoutsToTerraform(this._timeouts.internalValue),
      username: cdktf.stringToTerraform(this._username),
      username_wo: cdktf.stringToTerraform(this._usernameWo),
    };
  }

  protected synthesizeHclAttributes(): { [name: string]: any } {
    const attrs = {
      password: {
        value: hclText(this._password),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      password_expires_at: {
        value: hclText(this._passwordExpiresAt),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      password_wo: {
        value: hclText(this._passwordWo),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      password_wo_version: {
        value: hclText(this._passwordWoVersion),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      project_id: {
        value: hclText(this._projectId),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      server: {
        value: hclText(this._server),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      timeouts: {
        value: pullSecretTimeoutsToHclTerraform(this._timeouts.internalValue),
        isBlock: false,
        type: "list",
        storageClassType: "PullSecretTimeouts",
      },
      username: {
        value: hclText(this._username),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      username_wo: {
        value: hclText(this._usernameWo),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
    };

    // remove undefined attributes
    return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined ))
  }
}
