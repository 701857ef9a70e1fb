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
