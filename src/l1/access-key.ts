// https://registry.terraform.io/providers/coffer/coffer/latest/docs/resources/access_key
// generated from terraform resource schema

import { Construct } from 'constructs';
import * as cdktf from 'cdktf';
import { hclText } from '../private/hcl-text';

// Configuration

export interface AccessKeyConfig extends cdktf.TerraformMetaArguments {
  /**
  * Ids of the buckets that the key can access, at least one. A change replaces the key.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs/resources/access_key#bucket_ids AccessKey#bucket_ids}
  */
  readonly bucketIds: string[];
  /**
  * What the key may do with all its buckets; at least one is true. A change replaces the key.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs/resources/access_key#permissions AccessKey#permissions}
  */
  readonly permissions: AccessKeyPermissions;
  /**
  * Project that it belongs to. Default: the provider's `project_id`. A change replaces it.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs/resources/access_key#project_id AccessKey#project_id}
  */
  readonly projectId?: string;
  /**
  * Any texts; a change of any of them replaces the key. The first ones after an import are only taken over.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs/resources/access_key#rotation_trigger AccessKey#rotation_trigger}
  */
  readonly rotationTrigger?: { [key: string]: string };
  /**
  * Stores the secret half in a key/value secret of the same service instead of the state. Exactly one of `secret_name` and `secret_id` is set. If storing fails, the new key is deleted again. A change replaces the key.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs/resources/access_key#store_in AccessKey#store_in}
  */
  readonly storeIn?: AccessKeyStoreIn;
  /**
  * How long operations may take in all, waits and repetitions included.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs/resources/access_key#timeouts AccessKey#timeouts}
  */
  readonly timeouts?: AccessKeyTimeouts;
}
export interface AccessKeyPermissions {
  /**
  * Full control, including bucket metadata. Default false.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs/resources/access_key#owner AccessKey#owner}
  */
  readonly owner?: boolean | cdktf.IResolvable;
  /**
  * Download and list objects. Default false.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs/resources/access_key#read AccessKey#read}
  */
  readonly read?: boolean | cdktf.IResolvable;
  /**
  * Upload, overwrite and delete objects. Default false.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs/resources/access_key#write AccessKey#write}
  */
  readonly write?: boolean | cdktf.IResolvable;
}

export function accessKeyPermissionsToTerraform(struct?: AccessKeyPermissions | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
    owner: cdktf.booleanToTerraform(struct!.owner),
    read: cdktf.booleanToTerraform(struct!.read),
    write: cdktf.booleanToTerraform(struct!.write),
  }
}


export function accessKeyPermissionsToHclTerraform(struct?: AccessKeyPermissions | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
    owner: {
      value: cdktf.booleanToHclTerraform(struct!.owner),
      isBlock: false,
      type: "simple",
      storageClassType: "boolean",
    },
    read: {
      value: cdktf.booleanToHclTerraform(struct!.read),
      isBlock: false,
      type: "simple",
      storageClassType: "boolean",
    },
    write: {
      value: cdktf.booleanToHclTerraform(struct!.write),
      isBlock: false,
      type: "simple",
      storageClassType: "boolean",
    },
  };

  // remove undefined attributes
  return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined));
}

export class AccessKeyPermissionsOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;
  private resolvableValue?: cdktf.IResolvable;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): AccessKeyPermissions | cdktf.IResolvable | undefined {
    if (this.resolvableValue) {
      return this.resolvableValue;
    }
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    if (this._owner !== undefined) {
      hasAnyValues = true;
      internalValueResult.owner = this._owner;
    }
    if (this._read !== undefined) {
      hasAnyValues = true;
      internalValueResult.read = this._read;
    }
    if (this._write !== undefined) {
      hasAnyValues = true;
      internalValueResult.write = this._write;
    }
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: AccessKeyPermissions | cdktf.IResolvable | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
      this.resolvableValue = undefined;
      this._owner = undefined;
      this._read = undefined;
      this._write = undefined;
    }
    else if (cdktf.Tokenization.isResolvable(value)) {
      this.isEmptyObject = false;
      this.resolvableValue = value;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
      this.resolvableValue = undefined;
      this._owner = value.owner;
      this._read = value.read;
      this._write = value.write;
    }
  }

  // owner - computed: true, optional: true, required: false
  private _owner?: boolean | cdktf.IResolvable; 
  public get owner() {
    return this.getBooleanAttribute('owner');
  }
  public set owner(value: boolean | cdktf.IResolvable) {
    this._owner = value;
  }
  public resetOwner() {
    this._owner = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get ownerInput() {
    return this._owner;
  }

  // read - computed: true, optional: true, required: false
  private _read?: boolean | cdktf.IResolvable; 
  public get read() {
    return this.getBooleanAttribute('read');
  }
  public set read(value: boolean | cdktf.IResolvable) {
    this._read = value;
  }
  public resetRead() {
    this._read = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get readInput() {
    return this._read;
  }

  // write - computed: true, optional: true, required: false
  private _write?: boolean | cdktf.IResolvable; 
  public get write() {
    return this.getBooleanAttribute('write');
  }
  public set write(value: boolean | cdktf.IResolvable) {
    this._write = value;
  }
  public resetWrite() {
    this._write = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get writeInput() {
    return this._write;
  }
}
export interface AccessKeyStoreIn {
  /**
  * What is stored. `plain` (default): the secret half alone. `json`: an object with `access_key_id`, `secret_access_key`, `endpoint`, `region` and `buckets`, the sorted aliases. `env`: dotenv text with `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_ENDPOINT_URL_S3`, `AWS_REGION` and `S3_BUCKETS`, the sorted aliases with commas (and `S3_BUCKET`, if there is just one). The region is the provider's `s3_region`. For `json` and `env` the key waits until its buckets have their alias and endpoint.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs/resources/access_key#format AccessKey#format}
  */
  readonly format?: string;
  /**
  * Id of an existing key/value secret of the same project, whose value is replaced. It stays when the key is destroyed. The configuration that manages that secret must not send values of its own.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs/resources/access_key#secret_id AccessKey#secret_id}
  */
  readonly secretId?: string;
  /**
  * Name of a key/value secret that is made for the key, and deleted with it. With `create_before_destroy` use `secret_id`, because the name is still taken when the next key is made.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs/resources/access_key#secret_name AccessKey#secret_name}
  */
  readonly secretName?: string;
}

export function accessKeyStoreInToTerraform(struct?: AccessKeyStoreIn | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
    format: cdktf.stringToTerraform(struct!.format),
    secret_id: cdktf.stringToTerraform(struct!.secretId),
    secret_name: cdktf.stringToTerraform(struct!.secretName),
  }
}


export function accessKeyStoreInToHclTerraform(struct?: AccessKeyStoreIn | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
    format: {
      value: hclText(struct!.format),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    secret_id: {
      value: hclText(struct!.secretId),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    secret_name: {
      value: hclText(struct!.secretName),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
  };

  // remove undefined attributes
  return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined));
}

export class AccessKeyStoreInOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;
  private resolvableValue?: cdktf.IResolvable;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): AccessKeyStoreIn | cdktf.IResolvable | undefined {
    if (this.resolvableValue) {
      return this.resolvableValue;
    }
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    if (this._format !== undefined) {
      hasAnyValues = true;
      internalValueResult.format = this._format;
    }
    if (this._secretId !== undefined) {
      hasAnyValues = true;
      internalValueResult.secretId = this._secretId;
    }
    if (this._secretName !== undefined) {
      hasAnyValues = true;
      internalValueResult.secretName = this._secretName;
    }
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: AccessKeyStoreIn | cdktf.IResolvable | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
      this.resolvableValue = undefined;
      this._format = undefined;
      this._secretId = undefined;
      this._secretName = undefined;
    }
    else if (cdktf.Tokenization.isResolvable(value)) {
      this.isEmptyObject = false;
      this.resolvableValue = value;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
      this.resolvableValue = undefined;
      this._format = value.format;
      this._secretId = value.secretId;
      this._secretName = value.secretName;
    }
  }

  // format - computed: true, optional: true, required: false
  private _format?: string; 
  public get format() {
    return this.getStringAttribute('format');
  }
  public set format(value: string) {
    this._format = value;
  }
  public resetFormat() {
    this._format = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get formatInput() {
    return this._format;
  }

  // secret_id - computed: false, optional: true, required: false
  private _secretId?: string; 
  public get secretId() {
    return this.getStringAttribute('secret_id');
  }
  public set secretId(value: string) {
    this._secretId = value;
  }
  public resetSecretId() {
    this._secretId = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get secretIdInput() {
    return this._secretId;
  }

  // secret_name - computed: false, optional: true, required: false
  private _secretName?: string; 
  public get secretName() {
    return this.getStringAttribute('secret_name');
  }
  public set secretName(value: string) {
    this._secretName = value;
  }
  public resetSecretName() {
    this._secretName = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get secretNameInput() {
    return this._secretName;
  }
}
export interface AccessKeyTimeouts {
  /**
  * Limit of creating, the search for what a lost response has made included. Buckets that were just made are waited for: 30 seconds, or as long as is set here. With `store_in` of `json` or `env` their alias and endpoint are waited for, too. A duration such as `90s` or `1h30m`. Default `5m`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs/resources/access_key#create AccessKey#create}
  */
  readonly create?: string;
  /**
  * Limit of destroying, as it is in state. A duration such as `90s` or `1h30m`. Default `5m`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs/resources/access_key#delete AccessKey#delete}
  */
  readonly delete?: string;
  /**
  * Limit of a refresh. A duration such as `90s` or `1h30m`. Default `5m`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs/resources/access_key#read AccessKey#read}
  */
  readonly read?: string;
  /**
  * Limit of an update. Only a key that gets a successor has anything to wait for. A duration such as `90s` or `1h30m`. Default `5m`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs/resources/access_key#update AccessKey#update}
  */
  readonly update?: string;
}

export function accessKeyTimeoutsToTerraform(struct?: AccessKeyTimeouts | cdktf.IResolvable): any {
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


export function accessKeyTimeoutsToHclTerraform(struct?: AccessKeyTimeouts | cdktf.IResolvable): any {
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

export class AccessKeyTimeoutsOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;
  private resolvableValue?: cdktf.IResolvable;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): AccessKeyTimeouts | cdktf.IResolvable | undefined {
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

  public set internalValue(value: AccessKeyTimeouts | cdktf.IResolvable | undefined) {
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
* Represents a {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs/resources/access_key coffer_access_key}
*/
export class AccessKey extends cdktf.TerraformResource {

  // =================
  // STATIC PROPERTIES
  // =================
  public static readonly tfResourceType = "coffer_access_key";

  // ==============
  // STATIC Methods
  // ==============
  /**
  * Generates CDKTF code for importing a AccessKey resource upon running "cdktf plan <stack-name>"
  * @param scope The scope in which to define this construct
  * @param importToId The construct id used in the generated config for the AccessKey to import
  * @param importFromId The id of the existing AccessKey that should be imported. Refer to the {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs/resources/access_key#import import section} in the documentation of this resource for the id to use
  * @param provider? Optional instance of the provider where the AccessKey to import is found
  */
  public static generateConfigForImport(scope: Construct, importToId: string, importFromId: string, provider?: cdktf.TerraformProvider) {
        return new cdktf.ImportableResource(scope, importToId, { terraformResourceType: "coffer_access_key", importId: importFromId, provider });
      }

  // ===========
  // INITIALIZER
  // ===========

  /**
  * Create a new {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs/resources/access_key coffer_access_key} Resource
  *
  * @param scope The scope in which to define this construct
  * @param id The scoped construct ID. Must be unique amongst siblings in the same scope
  * @param options AccessKeyConfig
  */
  public constructor(scope: Construct, id: string, config: AccessKeyConfig) {
    super(scope, id, {
      terraformResourceType: 'coffer_access_key',
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
    this._bucketIds = config.bucketIds;
    this._permissions.internalValue = config.permissions;
    this._projectId = config.projectId;
    this._rotationTrigger = config.rotationTrigger;
    this._storeIn.internalValue = config.storeIn;
    this._timeouts.internalValue = config.timeouts;
  }

  // ==========
  // ATTRIBUTES
  // ==========

  // access_key_id - computed: true, optional: false, required: false
  public get accessKeyId() {
    return this.getStringAttribute('access_key_id');
  }

  // bucket_ids - computed: false, optional: false, required: true
  private _bucketIds?: string[]; 
  public get bucketIds() {
    return cdktf.Fn.tolist(this.getListAttribute('bucket_ids'));
  }
  public set bucketIds(value: string[]) {
    this._bucketIds = value;
  }
  // Temporarily expose input value. Use with caution.
  public get bucketIdsInput() {
    return this._bucketIds;
  }

  // endpoint - computed: true, optional: false, required: false
  public get endpoint() {
    return this.getStringAttribute('endpoint');
  }

  // id - computed: true, optional: false, required: false
  public get id() {
    return this.getStringAttribute('id');
  }

  // permissions - computed: false, optional: false, required: true
  private _permissions = new AccessKeyPermissionsOutputReference(this, "permissions");
  public get permissions() {
    return this._permissions;
  }
  public putPermissions(value: AccessKeyPermissions) {
    this._permissions.internalValue = value;
  }
  // Temporarily expose input value. Use with caution.
  public get permissionsInput() {
    return this._permissions.internalValue;
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

  // rotation_trigger - computed: false, optional: true, required: false
  private _rotationTrigger?: { [key: string]: string }; 
  public get rotationTrigger() {
    return this.getStringMapAttribute('rotation_trigger');
  }
  public set rotationTrigger(value: { [key: string]: string }) {
    this._rotationTrigger = value;
  }
  public resetRotationTrigger() {
    this._rotationTrigger = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get rotationTriggerInput() {
    return this._rotationTrigger;
  }

  // secret_access_key - computed: true, optional: false, required: false
  public get secretAccessKey() {
    return this.getStringAttribute('secret_access_key');
  }

  // secret_id - computed: true, optional: false, required: false
  public get secretId() {
    return this.getStringAttribute('secret_id');
  }

  // store_in - computed: false, optional: true, required: false
  private _storeIn = new AccessKeyStoreInOutputReference(this, "store_in");
  public get storeIn() {
    return this._storeIn;
  }
  public putStoreIn(value: AccessKeyStoreIn) {
    this._storeIn.internalValue = value;
  }
  public resetStoreIn() {
    this._storeIn.internalValue = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get storeInInput() {
    return this._storeIn.internalValue;
  }

  // timeouts - computed: false, optional: true, required: false
  private _timeouts = new AccessKeyTimeoutsOutputReference(this, "timeouts");
  public get timeouts() {
    return this._timeouts;
  }
  public putTimeouts(value: AccessKeyTimeouts) {
    this._timeouts.internalValue = value;
  }
  public resetTimeouts() {
    this._timeouts.internalValue = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get timeoutsInput() {
    return this._timeouts.internalValue;
  }

  // =========
  // SYNTHESIS
  // =========

  protected synthesizeAttributes(): { [name: string]: any } {
    return {
      bucket_ids: cdktf.listMapper(cdktf.stringToTerraform, false)(this._bucketIds),
      permissions: accessKeyPermissionsToTerraform(this._permissions.internalValue),
      project_id: cdktf.stringToTerraform(this._projectId),
      rotation_trigger: cdktf.hashMapper(cdktf.stringToTerraform)(this._rotationTrigger),
      store_in: accessKeyStoreInToTerraform(this._storeIn.internalValue),
      timeouts: accessKeyTimeoutsToTerraform(this._timeouts.internalValue),
    };
  }

  protected synthesizeHclAttributes(): { [name: string]: any } {
    const attrs = {
      bucket_ids: {
        value: cdktf.listMapperHcl(hclText, false)(this._bucketIds),
        isBlock: false,
        type: "set",
        storageClassType: "stringList",
      },
      permissions: {
        value: accessKeyPermissionsToHclTerraform(this._permissions.internalValue),
        isBlock: false,
        type: "list",
        storageClassType: "AccessKeyPermissions",
      },
      project_id: {
        value: hclText(this._projectId),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      rotation_trigger: {
        value: cdktf.hashMapperHcl(hclText)(this._rotationTrigger),
        isBlock: false,
        type: "map",
        storageClassType: "stringMap",
      },
      store_in: {
        value: accessKeyStoreInToHclTerraform(this._storeIn.internalValue),
        isBlock: false,
        type: "list",
        storageClassType: "AccessKeyStoreIn",
      },
      timeouts: {
        value: accessKeyTimeoutsToHclTerraform(this._timeouts.internalValue),
        isBlock: false,
        type: "list",
        storageClassType: "AccessKeyTimeouts",
      },
    };

    // remove undefined attributes
    return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined ))
  }
}
