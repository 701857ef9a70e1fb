// https://registry.terraform.io/providers/coffer/coffer/latest/docs/resources/rotating_access_key
// generated from terraform resource schema

import { Construct } from 'constructs';
import * as cdktf from 'cdktf';
import { hclText } from '../private/hcl-text';

// Configuration

export interface RotatingAccessKeyConfig extends cdktf.TerraformMetaArguments {
  /**
  * Ids of the buckets that the key can access, at least one. A change rotates the key in place.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs/resources/rotating_access_key#bucket_ids RotatingAccessKey#bucket_ids}
  */
  readonly bucketIds: string[];
  /**
  * How long the previous key works on after a rotation, such as `72h`. Default `24h`. A change also moves a `retire_after` that is not over yet.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs/resources/rotating_access_key#overlap RotatingAccessKey#overlap}
  */
  readonly overlap?: string;
  /**
  * What the key may do with all its buckets; at least one is true. A change rotates the key in place.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs/resources/rotating_access_key#permissions RotatingAccessKey#permissions}
  */
  readonly permissions: RotatingAccessKeyPermissions;
  /**
  * Project that it belongs to. Default: the provider's `project_id`. A change replaces it.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs/resources/rotating_access_key#project_id RotatingAccessKey#project_id}
  */
  readonly projectId?: string;
  /**
  * Any texts, such as the `id` of a `time_rotating`; a change of any of them rotates the key in place. The first ones after an import are only taken over.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs/resources/rotating_access_key#rotation_trigger RotatingAccessKey#rotation_trigger}
  */
  readonly rotationTrigger?: { [key: string]: string };
  /**
  * Stores the secret half in a key/value secret of the same service instead of the state. Exactly one of `secret_name` and `secret_id` is set. If storing fails, the new key is deleted again. The secret always holds the current key; a rotation writes the new one into the same secret. Another `secret_name`, or no `store_in` any more, replaces both keys; another `secret_id` or `format` rotates, and so does a first secret.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs/resources/rotating_access_key#store_in RotatingAccessKey#store_in}
  */
  readonly storeIn?: RotatingAccessKeyStoreIn;
  /**
  * How long operations may take in all, waits and repetitions included.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs/resources/rotating_access_key#timeouts RotatingAccessKey#timeouts}
  */
  readonly timeouts?: RotatingAccessKeyTimeouts;
}
export interface RotatingAccessKeyCurrent {
}

export function rotatingAccessKeyCurrentToTerraform(struct?: RotatingAccessKeyCurrent): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
  }
}


export function rotatingAccessKeyCurrentToHclTerraform(struct?: RotatingAccessKeyCurrent): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
  };
  return attrs;
}

export class RotatingAccessKeyCurrentOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): RotatingAccessKeyCurrent | undefined {
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: RotatingAccessKeyCurrent | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
    }
  }

  // access_key_id - computed: true, optional: false, required: false
  public get accessKeyId() {
    return this.getStringAttribute('access_key_id');
  }

  // endpoint - computed: true, optional: false, required: false
  public get endpoint() {
    return this.getStringAttribute('endpoint');
  }

  // id - computed: true, optional: false, required: false
  public get id() {
    return this.getStringAttribute('id');
  }

  // rotated_at - computed: true, optional: false, required: false
  public get rotatedAt() {
    return this.getStringAttribute('rotated_at');
  }

  // secret_access_key - computed: true, optional: false, required: false
  public get secretAccessKey() {
    return this.getStringAttribute('secret_access_key');
  }
}
export interface RotatingAccessKeyPermissions {
  /**
  * Full control, including bucket metadata. Default false.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs/resources/rotating_access_key#owner RotatingAccessKey#owner}
  */
  readonly owner?: boolean | cdktf.IResolvable;
  /**
  * Download and list objects. Default false.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs/resources/rotating_access_key#read RotatingAccessKey#read}
  */
  readonly read?: boolean | cdktf.IResolvable;
  /**
  * Upload, overwrite and delete objects. Default false.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs/resources/rotating_access_key#write RotatingAccessKey#write}
  */
  readonly write?: boolean | cdktf.IResolvable;
}

export function rotatingAccessKeyPermissionsToTerraform(struct?: RotatingAccessKeyPermissions | cdktf.IResolvable): any {
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


export function rotatingAccessKeyPermissionsToHclTerraform(struct?: RotatingAccessKeyPermissions | cdktf.IResolvable): any {
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

export class RotatingAccessKeyPermissionsOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;
  private resolvableValue?: cdktf.IResolvable;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): RotatingAccessKeyPermissions | cdktf.IResolvable | undefined {
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

  public set internalValue(value: RotatingAccessKeyPermissions | cdktf.IResolvable | undefined) {
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
export interface RotatingAccessKeyPrevious {
}

export function rotatingAccessKeyPreviousToTerraform(struct?: RotatingAccessKeyPrevious): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
  }
}


export function rotatingAccessKeyPreviousToHclTerraform(struct?: RotatingAccessKeyPrevious): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
  };
  return attrs;
}

export class RotatingAccessKeyPreviousOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): RotatingAccessKeyPrevious | undefined {
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: RotatingAccessKeyPrevious | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
    }
  }

  // access_key_id - computed: true, optional: false, required: false
  public get accessKeyId() {
    return this.getStringAttribute('access_key_id');
  }

  // endpoint - computed: true, optional: false, required: false
  public get endpoint() {
    return this.getStringAttribute('endpoint');
  }

  // id - computed: true, optional: false, required: false
  public get id() {
    return this.getStringAttribute('id');
  }

  // retire_after - computed: true, optional: false, required: false
  public get retireAfter() {
    return this.getStringAttribute('retire_after');
  }

  // rotated_at - computed: true, optional: false, required: false
  public get rotatedAt() {
    return this.getStringAttribute('rotated_at');
  }

  // secret_access_key - computed: true, optional: false, required: false
  public get secretAccessKey() {
    return this.getStringAttribute('secret_access_key');
  }
}
export interface RotatingAccessKeyStoreIn {
  /**
  * What is stored. `plain` (default): the secret half alone. `json`: an object with `access_key_id`, `secret_access_key`, `endpoint`, `region` and `buckets`, the sorted aliases. `env`: dotenv text with `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_ENDPOINT_URL_S3`, `AWS_REGION` and `S3_BUCKETS`, the sorted aliases with commas (and `S3_BUCKET`, if there is just one). The region is the provider's `s3_region`. For `json` and `env` the key waits until its buckets have their alias and endpoint.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs/resources/rotating_access_key#format RotatingAccessKey#format}
  */
  readonly format?: string;
  /**
  * Id of an existing key/value secret of the same project, whose value is replaced. It stays when the key is destroyed. The configuration that manages that secret must not send values of its own.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs/resources/rotating_access_key#secret_id RotatingAccessKey#secret_id}
  */
  readonly secretId?: string;
  /**
  * Name of a key/value secret that is made for the key, and deleted with it. With `create_before_destroy` use `secret_id`, because the name is still taken when the next key is made.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs/resources/rotating_access_key#secret_name RotatingAccessKey#secret_name}
  */
  readonly secretName?: string;
}

export function rotatingAccessKeyStoreInToTerraform(struct?: RotatingAccessKeyStoreIn | cdktf.IResolvable): any {
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


export function rotatingAccessKeyStoreInToHclTerraform(struct?: RotatingAccessKeyStoreIn | cdktf.IResolvable): any {
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

export class RotatingAccessKeyStoreInOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;
  private resolvableValue?: cdktf.IResolvable;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): RotatingAccessKeyStoreIn | cdktf.IResolvable | undefined {
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

  public set internalValue(value: RotatingAccessKeyStoreIn | cdktf.IResolvable | undefined) {
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
export interface RotatingAccessKeyTimeouts {
  /**
  * Limit of creating, the search for what a lost response has made included. Buckets that were just made are waited for: 30 seconds, or as long as is set here. With `store_in` of `json` or `env` their alias and endpoint are waited for, too. A duration such as `90s` or `1h30m`. Default `5m`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs/resources/rotating_access_key#create RotatingAccessKey#create}
  */
  readonly create?: string;
  /**
  * Limit of destroying, as it is in state. A duration such as `90s` or `1h30m`. Default `5m`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs/resources/rotating_access_key#delete RotatingAccessKey#delete}
  */
  readonly delete?: string;
  /**
  * Limit of a refresh. A duration such as `90s` or `1h30m`. Default `5m`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs/resources/rotating_access_key#read RotatingAccessKey#read}
  */
  readonly read?: string;
  /**
  * Limit of an update. A rotation waits like a create. A duration such as `90s` or `1h30m`. Default `5m`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs/resources/rotating_access_key#update RotatingAccessKey#update}
  */
  readonly update?: string;
}

export function rotatingAccessKeyTimeoutsToTerraform(struct?: RotatingAccessKeyTimeouts | cdktf.IResolvable): any {
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


export function rotatingAccessKeyTimeoutsToHclTerraform(struct?: RotatingAccessKeyTimeouts | cdktf.IResolvable): any {
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

export class RotatingAccessKeyTimeoutsOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;
  private resolvableValue?: cdktf.IResolvable;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): RotatingAccessKeyTimeouts | cdktf.IResolvable | undefined {
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

  public set internalValue(value: RotatingAccessKeyTimeouts | cdktf.IResolvable | undefined) {
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
* Represents a {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs/resources/rotating_access_key coffer_rotating_access_key}
*/
export class RotatingAccessKey extends cdktf.TerraformResource {

  // =================
  // STATIC PROPERTIES
  // =================
  public static readonly tfResourceType = "coffer_rotating_access_key";

  // ==============
  // STATIC Methods
  // ==============
  /**
  * Generates CDKTF code for importing a RotatingAccessKey resource upon running "cdktf plan <stack-name>"
  * @param scope The scope in which to define this construct
  * @param importToId The construct id used in the generated config for the RotatingAccessKey to import
  * @param importFromId The id of the existing RotatingAccessKey that should be imported. Refer to the {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs/resources/rotating_access_key#import import section} in the documentation of this resource for the id to use
  * @param provider? Optional instance of the provider where the RotatingAccessKey to import is found
  */
  public static generateConfigForImport(scope: Construct, importToId: string, importFromId: string, provider?: cdktf.TerraformProvider) {
        return new cdktf.ImportableResource(scope, importToId, { terraformResourceType: "coffer_rotating_access_key", importId: importFromId, provider });
      }

  // ===========
  // INITIALIZER
  // ===========

  /**
  * Create a new {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs/resources/rotating_access_key coffer_rotating_access_key} Resource
  *
  * @param scope The scope in which to define this construct
  * @param id The scoped construct ID. Must be unique amongst siblings in the same scope
  * @param options RotatingAccessKeyConfig
  */
  public constructor(scope: Construct, id: string, config: RotatingAccessKeyConfig) {
    super(scope, id, {
      terraformResourceType: 'coffer_rotating_access_key',
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
    this._overlap = config.overlap;
    this._permissions.internalValue = config.permissions;
    this._projectId = config.projectId;
    this._rotationTrigger = config.rotationTrigger;
    this._storeIn.internalValue = config.storeIn;
    this._timeouts.internalValue = config.timeouts;
  }

  // ==========
  // ATTRIBUTES
  // ==========

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

  // current - computed: true, optional: false, required: false
  private _current = new RotatingAccessKeyCurrentOutputReference(this, "current");
  public get current() {
    return this._current;
  }

  // id - computed: true, optional: false, required: false
  public get id() {
    return this.getStringAttribute('id');
  }

  // overlap - computed: true, optional: true, required: false
  private _overlap?: string; 
  public get overlap() {
    return this.getStringAttribute('overlap');
  }
  public set overlap(value: string) {
    this._overlap = value;
  }
  public resetOverlap() {
    this._overlap = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get overlapInput() {
    return this._overlap;
  }

  // permissions - computed: false, optional: false, required: true
  private _permissions = new RotatingAccessKeyPermissionsOutputReference(this, "permissions");
  public get permissions() {
    return this._permissions;
  }
  public putPermissions(value: RotatingAccessKeyPermissions) {
    this._permissions.internalValue = value;
  }
  // Temporarily expose input value. Use with caution.
  public get permissionsInput() {
    return this._permissions.internalValue;
  }

  // previous - computed: true, optional: false, required: false
  private _previous = new RotatingAccessKeyPreviousOutputReference(this, "previous");
  public get previous() {
    return this._previous;
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

  // secret_id - computed: true, optional: false, required: false
  public get secretId() {
    return this.getStringAttribute('secret_id');
  }

  // store_in - computed: false, optional: true, required: false
  private _storeIn = new RotatingAccessKeyStoreInOutputReference(this, "store_in");
  public get storeIn() {
    return this._storeIn;
  }
  public putStoreIn(value: RotatingAccessKeyStoreIn) {
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
  private _timeouts = new RotatingAccessKeyTimeoutsOutputReference(this, "timeouts");
  public get timeouts() {
    return this._timeouts;
  }
  public putTimeouts(value: RotatingAccessKeyTimeouts) {
    this._timeouts.internalValue = value;
  }
  public resetTimeouts() {
    this._timeouts.internalValue = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get timeoutsInput() {
    return this._timeouts.internalValue;
  }

  // undeleted_ids - computed: true, optional: false, required: false
  public get undeletedIds() {
    return this.getListAttribute('undeleted_ids');
  }

  // =========
  // SYNTHESIS
  // =========

  protected synthesizeAttributes(): { [name: string]: any } {
    return {
      bucket_ids: cdktf.listMapper(cdktf.stringToTerraform, false)(this._bucketIds),
      overlap: cdktf.stringToTerraform(this._overlap),
      permissions: rotatingAccessKeyPermissionsToTerraform(this._permissions.internalValue),
      project_id: cdktf.stringToTerraform(this._projectId),
      rotation_trigger: cdktf.hashMapper(cdktf.stringToTerraform)(this._rotationTrigger),
      store_in: rotatingAccessKeyStoreInToTerraform(this._storeIn.internalValue),
      timeouts: rotatingAccessKeyTimeoutsToTerraform(this._timeouts.internalValue),
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
      overlap: {
        value: hclText(this._overlap),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      permissions: {
        value: rotatingAccessKeyPermissionsToHclTerraform(this._permissions.internalValue),
        isBlock: false,
        type: "list",
        storageClassType: "RotatingAccessKeyPermissions",
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
        value: rotatingAccessKeyStoreInToHclTerraform(this._storeIn.internalValue),
        isBlock: false,
        type: "list",
        storageClassType: "RotatingAccessKeyStoreIn",
      },
      timeouts: {
        value: rotatingAccessKeyTimeoutsToHclTerraform(this._timeouts.internalValue),
        isBlock: false,
        type: "list",
        storageClassType: "RotatingAccessKeyTimeouts",
      },
    };

    // remove undefined attributes
    return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined ))
  }
}
