// https://registry.terraform.io/providers/coffer/coffer/latest/docs/resources/secret
// generated from terraform resource schema

import { Construct } from 'constructs';
import * as cdktf from 'cdktf';
import { hclText } from '../private/hcl-text';

// Configuration

export interface SecretConfig extends cdktf.TerraformMetaArguments {
  /**
  * How a changed `value_wo` is found. `version` (default): you change `value_wo_version`. `fingerprint`: every plan compares the value with a fingerprint that is kept beside the state, and an update is planned when it differs. That needs a source that gives the same value in every plan, such as a variable or a stored password; a source that makes a new value each time (a generated password, a token) would be sent with every apply. With the `fingerprint_key` of the provider the fingerprint is an HMAC; without it scrypt, which costs a tenth of a second for each secret.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs/resources/secret#change_detection Secret#change_detection}
  */
  readonly changeDetection?: string;
  /**
  * Whether a plan that would destroy or replace the secret is an error, also after its block was deleted from the code. It has to be applied before the destroy that it is for. To destroy a protected one, set `false`, apply, and then destroy. Default: the provider's `deletion_protection`, which is `false`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs/resources/secret#deletion_protection Secret#deletion_protection}
  */
  readonly deletionProtection?: boolean | cdktf.IResolvable;
  /**
  * Lowercase letters, digits and hyphens. Renamed in place; the value is sent with it.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs/resources/secret#name Secret#name}
  */
  readonly name: string;
  /**
  * Project that it belongs to. Default: the provider's `project_id`. A change replaces it.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs/resources/secret#project_id Secret#project_id}
  */
  readonly projectId?: string;
  /**
  * The value, kept in state. At most one of `value` and `value_wo` is set; with neither, the value is managed elsewhere.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs/resources/secret#value Secret#value}
  */
  readonly value?: string;
  /**
  * How the value is written here: `utf8` (default), or `base64` for binary data. On the wire it is base64 in both cases, exactly once.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs/resources/secret#value_encoding Secret#value_encoding}
  */
  readonly valueEncoding?: string;
  /**
  * The value, never kept in state. Change `value_wo_version` to send it again.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs/resources/secret#value_wo Secret#value_wo}
  */
  readonly valueWo?: string;
  /**
  * Any text, such as a number, a date or a hash. A change sends `value_wo` again.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs/resources/secret#value_wo_version Secret#value_wo_version}
  */
  readonly valueWoVersion?: string;
}

/**
* Represents a {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs/resources/secret coffer_secret}
*/
export class Secret extends cdktf.TerraformResource {

  // =================
  // STATIC PROPERTIES
  // =================
  public static readonly tfResourceType = "coffer_secret";

  // ==============
  // STATIC Methods
  // ==============
  /**
  * Generates CDKTF code for importing a Secret resource upon running "cdktf plan <stack-name>"
  * @param scope The scope in which to define this construct
  * @param importToId The construct id used in the generated config for the Secret to import
  * @param importFromId The id of the existing Secret that should be imported. Refer to the {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs/resources/secret#import import section} in the documentation of this resource for the id to use
  * @param provider? Optional instance of the provider where the Secret to import is found
  */
  public static generateConfigForImport(scope: Construct, importToId: string, importFromId: string, provider?: cdktf.TerraformProvider) {
        return new cdktf.ImportableResource(scope, importToId, { terraformResourceType: "coffer_secret", importId: importFromId, provider });
      }

  // ===========
  // INITIALIZER
  // ===========

  /**
  * Create a new {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs/resources/secret coffer_secret} Resource
  *
  * @param scope The scope in which to define this construct
  * @param id The scoped construct ID. Must be unique amongst siblings in the same scope
  * @param options SecretConfig
  */
  public constructor(scope: Construct, id: string, config: SecretConfig) {
    super(scope, id, {
      terraformResourceType: 'coffer_secret',
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
    this._changeDetection = config.changeDetection;
    this._deletionProtection = config.deletionProtection;
    this._name = config.name;
    this._projectId = config.projectId;
    this._value = config.value;
    this._valueEncoding = config.valueEncoding;
    this._valueWo = config.valueWo;
    this._valueWoVersion = config.valueWoVersion;
  }

  // ==========
  // ATTRIBUTES
  // ==========

  // change_detection - computed: true, optional: true, required: false
  private _changeDetection?: string; 
  public get changeDetection() {
    return this.getStringAttribute('change_detection');
  }
  public set changeDetection(value: string) {
    this._changeDetection = value;
  }
  public resetChangeDetection() {
    this._changeDetection = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get changeDetectionInput() {
    return this._changeDetection;
  }

  // deletion_protection - computed: false, optional: true, required: false
  private _deletionProtection?: boolean | cdktf.IResolvable; 
  public get deletionProtection() {
    return this.getBooleanAttribute('deletion_protection');
  }
  public set deletionProtection(value: boolean | cdktf.IResolvable) {
    this._deletionProtection = value;
  }
  public resetDeletionProtection() {
    this._deletionProtection = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get deletionProtectionInput() {
    return this._deletionProtection;
  }

  // id - computed: true, optional: false, required: false
  public get id() {
    return this.getStringAttribute('id');
  }

  // name - computed: false, optional: false, required: true
  private _name?: string; 
  public get name() {
    return this.getStringAttribute('name');
  }
  public set name(value: string) {
    this._name = value;
  }
  // Temporarily expose input value. Use with caution.
  public get nameInput() {
    return this._name;
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

  // value - computed: false, optional: true, required: false
  private _value?: string; 
  public get value() {
    return this.getStringAttribute('value');
  }
  public set value(value: string) {
    this._value = value;
  }
  public resetValue() {
    this._value = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get valueInput() {
    return this._value;
  }

  // value_encoding - computed: true, optional: true, required: false
  private _valueEncoding?: string; 
  public get valueEncoding() {
    return this.getStringAttribute('value_encoding');
  }
  public set valueEncoding(value: string) {
    this._valueEncoding = value;
  }
  public resetValueEncoding() {
    this._valueEncoding = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get valueEncodingInput() {
    return this._valueEncoding;
  }

  // value_revision - computed: true, optional: false, required: false
  public get valueRevision() {
    return this.getNumberAttribute('value_revision');
  }

  // value_wo - computed: false, optional: true, required: false
  private _valueWo?: string; 
  public get valueWo() {
    return this.getStringAttribute('value_wo');
  }
  public set valueWo(value: string) {
    this._valueWo = value;
  }
  public resetValueWo() {
    this._valueWo = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get valueWoInput() {
    return this._valueWo;
  }

  // value_wo_version - computed: false, optional: true, required: false
  private _valueWoVersion?: string; 
  public get valueWoVersion() {
    return this.getStringAttribute('value_wo_version');
  }
  public set valueWoVersion(value: string) {
    this._valueWoVersion = value;
  }
  public resetValueWoVersion() {
    this._valueWoVersion = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get valueWoVersionInput() {
    return this._valueWoVersion;
  }

  // =========
  // SYNTHESIS
  // =========

  protected synthesizeAttributes(): { [name: string]: any } {
    return {
      change_detection: cdktf.stringToTerraform(this._changeDetection),
      deletion_protection: cdktf.booleanToTerraform(this._deletionProtection),
      name: cdktf.stringToTerraform(this._name),
      project_id: cdktf.stringToTerraform(this._projectId),
      value: cdktf.stringToTerraform(this._value),
      value_encoding: cdktf.stringToTerraform(this._valueEncoding),
      value_wo: cdktf.stringToTerraform(this._valueWo),
      value_wo_version: cdktf.stringToTerraform(this._valueWoVersion),
    };
  }

  protected synthesizeHclAttributes(): { [name: string]: any } {
    const attrs = {
      change_detection: {
        value: hclText(this._changeDetection),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      deletion_protection: {
        value: cdktf.booleanToHclTerraform(this._deletionProtection),
        isBlock: false,
        type: "simple",
        storageClassType: "boolean",
      },
      name: {
        value: hclText(this._name),
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
      value: {
        value: hclText(this._value),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      value_encoding: {
        value: hclText(this._valueEncoding),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      value_wo: {
        value: hclText(this._valueWo),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      value_wo_version: {
        value: hclText(this._valueWoVersion),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
    };

    // remove undefined attributes
    return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined ))
  }
}
