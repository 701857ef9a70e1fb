// https://registry.terraform.io/providers/coffer/coffer/latest/docs
// generated from terraform resource schema

import { Construct } from 'constructs';
import * as cdktf from 'cdktf';
import { hclText } from '../private/hcl-text';
import { keysAsTheyAre } from '../private/map-keys';

// Configuration

export interface CofferProviderConfig {
  /**
  * Takes objects as gone although everything that the service lists belongs to another project: a warning instead of an error. Default false. `COFFER_ALLOW_FOREIGN_PROJECT`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs#allow_foreign_project CofferProvider#allow_foreign_project}
  */
  readonly allowForeignProject?: boolean | cdktf.IResolvable;
  /**
  * Allows a `base_url` with plain `http://` to a host that is not loopback. The token then travels in clear text. Default false. `COFFER_ALLOW_INSECURE_HTTP`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs#allow_insecure_http CofferProvider#allow_insecure_http}
  */
  readonly allowInsecureHttp?: boolean | cdktf.IResolvable;
  /**
  * Where the service is, such as `https://api.example.com/v1`. `COFFER_BASE_URL`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs#base_url CofferProvider#base_url}
  */
  readonly baseUrl?: string;
  /**
  * Path of a file with such certificates, in PEM. Both arguments may be set. `COFFER_CA_CERT_FILE`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs#ca_cert_file CofferProvider#ca_cert_file}
  */
  readonly caCertFile?: string;
  /**
  * Certificates of authorities to trust beside those of the machine, in PEM: the text itself, such as `file("ca.pem")`. `COFFER_CA_CERT_PEM`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs#ca_cert_pem CofferProvider#ca_cert_pem}
  */
  readonly caCertPem?: string;
  /**
  * Whether buckets and secrets that do not say so themselves (`deletion_protection`) are protected from being destroyed. Default false. `COFFER_DELETION_PROTECTION`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs#deletion_protection CofferProvider#deletion_protection}
  */
  readonly deletionProtection?: boolean | cdktf.IResolvable;
  /**
  * Key of the fingerprints by which `change_detection = "fingerprint"` finds a changed value: a long random text, kept like a password and never in state. With another key every value is sent once. `COFFER_FINGERPRINT_KEY`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs#fingerprint_key CofferProvider#fingerprint_key}
  */
  readonly fingerprintKey?: string;
  /**
  * HTTP headers to send with each request to `base_url`, such as what a gateway in front of the service asks for. Not sent to S3 endpoints. `COFFER_HEADERS`, as a JSON object.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs#headers CofferProvider#headers}
  */
  readonly headers?: { [key: string]: string };
  /**
  * How long an object may be missing from lists before it counts as gone, such as `10s`: two further lists, a quarter of this time later and at its end, must agree. `0s` takes the first list at its word. Default `4s`. `COFFER_LIST_CONFIRMATION`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs#list_confirmation CofferProvider#list_confirmation}
  */
  readonly listConfirmation?: string;
  /**
  * How to treat an object that is found after the response to a create was lost: `adopt` (default) takes a secret, bucket or listed pull secret with a warning, and leaves an access key where it is, named in a warning; `report` makes it an error with an import block; `sole_writer` says that nobody else writes to the project, so that secrets, buckets and pull secrets are taken without a warning, and keys whose secret half is lost are deleted. `COFFER_LOST_CREATES`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs#lost_creates CofferProvider#lost_creates}
  */
  readonly lostCreates?: string;
  /**
  * Requests on their way at the same time. Default 16. `COFFER_MAX_CONCURRENT_REQUESTS`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs#max_concurrent_requests CofferProvider#max_concurrent_requests}
  */
  readonly maxConcurrentRequests?: number;
  /**
  * How often a request that may be repeated is sent again; ten times as often after a 429. Default 4. `COFFER_MAX_RETRIES`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs#max_retries CofferProvider#max_retries}
  */
  readonly maxRetries?: number;
  /**
  * Project of every resource that does not name its own. `COFFER_PROJECT_ID`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs#project_id CofferProvider#project_id}
  */
  readonly projectId?: string;
  /**
  * What the service offers for pull secrets: `create_only` (default), as its interface shows, or `full`, with list, update and delete. `COFFER_PULL_SECRET_API`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs#pull_secret_api CofferProvider#pull_secret_api}
  */
  readonly pullSecretApi?: string;
  /**
  * Limit for one request, such as `45s`. Default `30s`. `COFFER_REQUEST_TIMEOUT`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs#request_timeout CofferProvider#request_timeout}
  */
  readonly requestTimeout?: string;
  /**
  * Longest wait before a repetition. Default `30s`. `COFFER_RETRY_WAIT_MAX`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs#retry_wait_max CofferProvider#retry_wait_max}
  */
  readonly retryWaitMax?: string;
  /**
  * Shortest wait before a repetition. Default `500ms`. `COFFER_RETRY_WAIT_MIN`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs#retry_wait_min CofferProvider#retry_wait_min}
  */
  readonly retryWaitMin?: string;
  /**
  * How these requests name the bucket: `path` (default) as the first part of the path, `virtual` before the host. `COFFER_S3_ADDRESSING`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs#s3_addressing CofferProvider#s3_addressing}
  */
  readonly s3Addressing?: string;
  /**
  * Where the provider reaches S3 to look into buckets and to empty them, such as `https://s3.internal.example`, in place of the `endpoint` of each bucket. Attributes and `store_in` keep what the service says. `COFFER_S3_ENDPOINT`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs#s3_endpoint CofferProvider#s3_endpoint}
  */
  readonly s3Endpoint?: string;
  /**
  * Region to sign for where the provider looks into a bucket before it is destroyed, and that `store_in` writes beside an access key. Default `us-east-1`. `COFFER_S3_REGION`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs#s3_region CofferProvider#s3_region}
  */
  readonly s3Region?: string;
  /**
  * Turns off the checks of pull secrets against what known registries ask for. Default false. `COFFER_SKIP_REGISTRY_VALIDATION`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs#skip_registry_validation CofferProvider#skip_registry_validation}
  */
  readonly skipRegistryValidation?: boolean | cdktf.IResolvable;
  /**
  * Access token, sent as `Authorization: Bearer …`. `COFFER_TOKEN`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs#token CofferProvider#token}
  */
  readonly token?: string;
  /**
  * Path of a file that holds the token, in place of `token`. It is read again after a 401 and, where the token is a JWT, before that ends. A relative path begins at the folder that Terraform runs in. `COFFER_TOKEN_FILE`. A command that prints the token can be given by the environment only: `COFFER_TOKEN_COMMAND`, a JSON array of the program and its arguments.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs#token_file CofferProvider#token_file}
  */
  readonly tokenFile?: string;
  /**
  * Takes a list as whole although it shows signs of more that the provider cannot follow: a warning instead of an error. Default false. `COFFER_TRUST_LISTS`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs#trust_lists CofferProvider#trust_lists}
  */
  readonly trustLists?: boolean | cdktf.IResolvable;
  /**
  * Alias name
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs#alias CofferProvider#alias}
  */
  readonly alias?: string;
}

/**
* Represents a {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs coffer}
*/
export class CofferProvider extends cdktf.TerraformProvider {

  // =================
  // STATIC PROPERTIES
  // =================
  public static readonly tfResourceType = "coffer";

  // ==============
  // STATIC Methods
  // ==============
  /**
  * Generates CDKTF code for importing a CofferProvider resource upon running "cdktf plan <stack-name>"
  * @param scope The scope in which to define this construct
  * @param importToId The construct id used in the generated config for the CofferProvider to import
  * @param importFromId The id of the existing CofferProvider that should be imported. Refer to the {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs#import import section} in the documentation of this resource for the id to use
  * @param provider? Optional instance of the provider where the CofferProvider to import is found
  */
  public static generateConfigForImport(scope: Construct, importToId: string, importFromId: string, provider?: cdktf.TerraformProvider) {
        return new cdktf.ImportableResource(scope, importToId, { terraformResourceType: "coffer", importId: importFromId, provider });
      }

  // ===========
  // INITIALIZER
  // ===========

  /**
  * Create a new {@link https://registry.terraform.io/providers/coffer/coffer/latest/docs coffer} Resource
  *
  * @param scope The scope in which to define this construct
  * @param id The scoped construct ID. Must be unique amongst siblings in the same scope
  * @param options CofferProviderConfig = {}
  */
  public constructor(scope: Construct, id: string, config: CofferProviderConfig = {}) {
    super(scope, id, {
      terraformResourceType: 'coffer',
      terraformGeneratorMetadata: {
        providerName: 'coffer',
        providerVersionConstraint: '~> 0.1'
      },
      terraformProviderSource: 'coffer/coffer'
    });
    this._allowForeignProject = config.allowForeignProject;
    this._allowInsecureHttp = config.allowInsecureHttp;
    this._baseUrl = config.baseUrl;
    this._caCertFile = config.caCertFile;
    this._caCertPem = config.caCertPem;
    this._deletionProtection = config.deletionProtection;
    this._fingerprintKey = config.fingerprintKey;
    this._headers = config.headers;
    this._listConfirmation = config.listConfirmation;
    this._lostCreates = config.lostCreates;
    this._maxConcurrentRequests = config.maxConcurrentRequests;
    this._maxRetries = config.maxRetries;
    this._projectId = config.projectId;
    this._pullSecretApi = config.pullSecretApi;
    this._requestTimeout = config.requestTimeout;
    this._retryWaitMax = config.retryWaitMax;
    this._retryWaitMin = config.retryWaitMin;
    this._s3Addressing = config.s3Addressing;
    this._s3Endpoint = config.s3Endpoint;
    this._s3Region = config.s3Region;
    this._skipRegistryValidation = config.skipRegistryValidation;
    this._token = config.token;
    this._tokenFile = config.tokenFile;
    this._trustLists = config.trustLists;
    this._alias = config.alias;
  }

  // ==========
  // ATTRIBUTES
  // ==========

  // allow_foreign_project - computed: false, optional: true, required: false
  private _allowForeignProject?: boolean | cdktf.IResolvable; 
  public get allowForeignProject() {
    return this._allowForeignProject;
  }
  public set allowForeignProject(value: boolean | cdktf.IResolvable | undefined) {
    this._allowForeignProject = value;
  }
  public resetAllowForeignProject() {
    this._allowForeignProject = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get allowForeignProjectInput() {
    return this._allowForeignProject;
  }

  // allow_insecure_http - computed: false, optional: true, required: false
  private _allowInsecureHttp?: boolean | cdktf.IResolvable; 
  public get allowInsecureHttp() {
    return this._allowInsecureHttp;
  }
  public set allowInsecureHttp(value: boolean | cdktf.IResolvable | undefined) {
    this._allowInsecureHttp = value;
  }
  public resetAllowInsecureHttp() {
    this._allowInsecureHttp = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get allowInsecureHttpInput() {
    return this._allowInsecureHttp;
  }

  // base_url - computed: false, optional: true, required: false
  private _baseUrl?: string; 
  public get baseUrl() {
    return this._baseUrl;
  }
  public set baseUrl(value: string | undefined) {
    this._baseUrl = value;
  }
  public resetBaseUrl() {
    this._baseUrl = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get baseUrlInput() {
    return this._baseUrl;
  }

  // ca_cert_file - computed: false, optional: true, required: false
  private _caCertFile?: string; 
  public get caCertFile() {
    return this._caCertFile;
  }
  public set caCertFile(value: string | undefined) {
    this._caCertFile = value;
  }
  public resetCaCertFile() {
    this._caCertFile = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get caCertFileInput() {
    return this._caCertFile;
  }

  // ca_cert_pem - computed: false, optional: true, required: false
  private _caCertPem?: string; 
  public get caCertPem() {
    return this._caCertPem;
  }
  public set caCertPem(value: string | undefined) {
    this._caCertPem = value;
  }
  public resetCaCertPem() {
    this._caCertPem = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get caCertPemInput() {
    return this._caCertPem;
  }

  // deletion_protection - computed: false, optional: true, required: false
  private _deletionProtection?: boolean | cdktf.IResolvable; 
  public get deletionProtection() {
    return this._deletionProtection;
  }
  public set deletionProtection(value: boolean | cdktf.IResolvable | undefined) {
    this._deletionProtection = value;
  }
  public resetDeletionProtection() {
    this._deletionProtection = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get deletionProtectionInput() {
    return this._deletionProtection;
  }

  // fingerprint_key - computed: false, optional: true, required: false
  private _fingerprintKey?: string; 
  public get fingerprintKey() {
    return this._fingerprintKey;
  }
  public set fingerprintKey(value: string | undefined) {
    this._fingerprintKey = value;
  }
  public resetFingerprintKey() {
    this._fingerprintKey = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get fingerprintKeyInput() {
    return this._fingerprintKey;
  }

  // headers - computed: false, optional: true, required: false
  private _headers?: { [key: string]: string }; 
  public get headers() {
    return this._headers;
  }
  public set headers(value: { [key: string]: string } | undefined) {
    this._headers = value;
  }
  public resetHeaders() {
    this._headers = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get headersInput() {
    return this._headers;
  }

  // list_confirmation - computed: false, optional: true, required: false
  private _listConfirmation?: string; 
  public get listConfirmation() {
    return this._listConfirmation;
  }
  public set listConfirmation(value: string | undefined) {
    this._listConfirmation = value;
  }
  public resetListConfirmation() {
    this._listConfirmation = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get listConfirmationInput() {
    return this._listConfirmation;
  }

  // lost_creates - computed: false, optional: true, required: false
  private _lostCreates?: string; 
  public get lostCreates() {
    return this._lostCreates;
  }
  public set lostCreates(value: string | undefined) {
    this._lostCreates = value;
  }
  public resetLostCreates() {
    this._lostCreates = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get lostCreatesInput() {
    return this._lostCreates;
  }

  // max_concurrent_requests - computed: false, optional: true, required: false
  private _maxConcurrentRequests?: number; 
  public get maxConcurrentRequests() {
    return this._maxConcurrentRequests;
  }
  public set maxConcurrentRequests(value: number | undefined) {
    this._maxConcurrentRequests = value;
  }
  public resetMaxConcurrentRequests() {
    this._maxConcurrentRequests = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get maxConcurrentRequestsInput() {
    return this._maxConcurrentRequests;
  }

  // max_retries - computed: false, optional: true, required: false
  private _maxRetries?: number; 
  public get maxRetries() {
    return this._maxRetries;
  }
  public set maxRetries(value: number | undefined) {
    this._maxRetries = value;
  }
  public resetMaxRetries() {
    this._maxRetries = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get maxRetriesInput() {
    return this._maxRetries;
  }

  // project_id - computed: false, optional: true, required: false
  private _projectId?: string; 
  public get projectId() {
    return this._projectId;
  }
  public set projectId(value: string | undefined) {
    this._projectId = value;
  }
  public resetProjectId() {
    this._projectId = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get projectIdInput() {
    return this._projectId;
  }

  // pull_secret_api - computed: false, optional: true, required: false
  private _pullSecretApi?: string; 
  public get pullSecretApi() {
    return this._pullSecretApi;
  }
  public set pullSecretApi(value: string | undefined) {
    this._pullSecretApi = value;
  }
  public resetPullSecretApi() {
    this._pullSecretApi = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get pullSecretApiInput() {
    return this._pullSecretApi;
  }

  // request_timeout - computed: false, optional: true, required: false
  private _requestTimeout?: string; 
  public get requestTimeout() {
    return this._requestTimeout;
  }
  public set requestTimeout(value: string | undefined) {
    this._requestTimeout = value;
  }
  public resetRequestTimeout() {
    this._requestTimeout = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get requestTimeoutInput() {
    return this._requestTimeout;
  }

  // retry_wait_max - computed: false, optional: true, required: false
  private _retryWaitMax?: string; 
  public get retryWaitMax() {
    return this._retryWaitMax;
  }
  public set retryWaitMax(value: string | undefined) {
    this._retryWaitMax = value;
  }
  public resetRetryWaitMax() {
    this._retryWaitMax = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get retryWaitMaxInput() {
    return this._retryWaitMax;
  }

  // retry_wait_min - computed: false, optional: true, required: false
  private _retryWaitMin?: string; 
  public get retryWaitMin() {
    return this._retryWaitMin;
  }
  public set retryWaitMin(value: string | undefined) {
    this._retryWaitMin = value;
  }
  public resetRetryWaitMin() {
    this._retryWaitMin = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get retryWaitMinInput() {
    return this._retryWaitMin;
  }

  // s3_addressing - computed: false, optional: true, required: false
  private _s3Addressing?: string; 
  public get s3Addressing() {
    return this._s3Addressing;
  }
  public set s3Addressing(value: string | undefined) {
    this._s3Addressing = value;
  }
  public resetS3Addressing() {
    this._s3Addressing = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get s3AddressingInput() {
    return this._s3Addressing;
  }

  // s3_endpoint - computed: false, optional: true, required: false
  private _s3Endpoint?: string; 
  public get s3Endpoint() {
    return this._s3Endpoint;
  }
  public set s3Endpoint(value: string | undefined) {
    this._s3Endpoint = value;
  }
  public resetS3Endpoint() {
    this._s3Endpoint = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get s3EndpointInput() {
    return this._s3Endpoint;
  }

  // s3_region - computed: false, optional: true, required: false
  private _s3Region?: string; 
  public get s3Region() {
    return this._s3Region;
  }
  public set s3Region(value: string | undefined) {
    this._s3Region = value;
  }
  public resetS3Region() {
    this._s3Region = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get s3RegionInput() {
    return this._s3Region;
  }

  // skip_registry_validation - computed: false, optional: true, required: false
  private _skipRegistryValidation?: boolean | cdktf.IResolvable; 
  public get skipRegistryValidation() {
    return this._skipRegistryValidation;
  }
  public set skipRegistryValidation(value: boolean | cdktf.IResolvable | undefined) {
    this._skipRegistryValidation = value;
  }
  public resetSkipRegistryValidation() {
    this._skipRegistryValidation = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get skipRegistryValidationInput() {
    return this._skipRegistryValidation;
  }

  // token - computed: false, optional: true, required: false
  private _token?: string; 
  public get token() {
    return this._token;
  }
  public set token(value: string | undefined) {
    this._token = value;
  }
  public resetToken() {
    this._token = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get tokenInput() {
    return this._token;
  }

  // token_file - computed: false, optional: true, required: false
  private _tokenFile?: string; 
  public get tokenFile() {
    return this._tokenFile;
  }
  public set tokenFile(value: string | undefined) {
    this._tokenFile = value;
  }
  public resetTokenFile() {
    this._tokenFile = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get tokenFileInput() {
    return this._tokenFile;
  }

  // trust_lists - computed: false, optional: true, required: false
  private _trustLists?: boolean | cdktf.IResolvable; 
  public get trustLists() {
    return this._trustLists;
  }
  public set trustLists(value: boolean | cdktf.IResolvable | undefined) {
    this._trustLists = value;
  }
  public resetTrustLists() {
    this._trustLists = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get trustListsInput() {
    return this._trustLists;
  }

  // alias - computed: false, optional: true, required: false
  private _alias?: string; 
  public get alias() {
    return this._alias;
  }
  public set alias(value: string | undefined) {
    this._alias = value;
  }
  public resetAlias() {
    this._alias = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get aliasInput() {
    return this._alias;
  }

  // =========
  // SYNTHESIS
  // =========

  protected synthesizeAttributes(): { [name: string]: any } {
    return {
      allow_foreign_project: cdktf.booleanToTerraform(this._allowForeignProject),
      allow_insecure_http: cdktf.booleanToTerraform(this._allowInsecureHttp),
      base_url: cdktf.stringToTerraform(this._baseUrl),
      ca_cert_file: cdktf.stringToTerraform(this._caCertFile),
      ca_cert_pem: cdktf.stringToTerraform(this._caCertPem),
      deletion_protection: cdktf.booleanToTerraform(this._deletionProtection),
      fingerprint_key: cdktf.stringToTerraform(this._fingerprintKey),
      headers: keysAsTheyAre(cdktf.hashMapper(cdktf.stringToTerraform)(this._headers)),
      list_confirmation: cdktf.stringToTerraform(this._listConfirmation),
      lost_creates: cdktf.stringToTerraform(this._lostCreates),
      max_concurrent_requests: cdktf.numberToTerraform(this._maxConcurrentRequests),
      max_retries: cdktf.numberToTerraform(this._maxRetries),
      project_id: cdktf.stringToTerraform(this._projectId),
      pull_secret_api: cdktf.stringToTerraform(this._pullSecretApi),
      request_timeout: cdktf.stringToTerraform(this._requestTimeout),
      retry_wait_max: cdktf.stringToTerraform(this._retryWaitMax),
      retry_wait_min: cdktf.stringToTerraform(this._retryWaitMin),
      s3_addressing: cdktf.stringToTerraform(this._s3Addressing),
      s3_endpoint: cdktf.stringToTerraform(this._s3Endpoint),
      s3_region: cdktf.stringToTerraform(this._s3Region),
      skip_registry_validation: cdktf.booleanToTerraform(this._skipRegistryValidation),
      token: cdktf.stringToTerraform(this._token),
      token_file: cdktf.stringToTerraform(this._tokenFile),
      trust_lists: cdktf.booleanToTerraform(this._trustLists),
      alias: cdktf.stringToTerraform(this._alias),
    };
  }

  protected synthesizeHclAttributes(): { [name: string]: any } {
    const attrs = {
      allow_foreign_project: {
        value: cdktf.booleanToHclTerraform(this._allowForeignProject),
        isBlock: false,
        type: "simple",
        storageClassType: "boolean",
      },
      allow_insecure_http: {
        value: cdktf.booleanToHclTerraform(this._allowInsecureHttp),
        isBlock: false,
        type: "simple",
        storageClassType: "boolean",
      },
      base_url: {
        value: hclText(this._baseUrl),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      ca_cert_file: {
        value: hclText(this._caCertFile),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      ca_cert_pem: {
        value: hclText(this._caCertPem),
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
      fingerprint_key: {
        value: hclText(this._fingerprintKey),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      headers: {
        value: keysAsTheyAre(cdktf.hashMapperHcl(hclText)(this._headers)),
        isBlock: false,
        type: "map",
        storageClassType: "stringMap",
      },
      list_confirmation: {
        value: hclText(this._listConfirmation),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      lost_creates: {
        value: hclText(this._lostCreates),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      max_concurrent_requests: {
        value: cdktf.numberToHclTerraform(this._maxConcurrentRequests),
        isBlock: false,
        type: "simple",
        storageClassType: "number",
      },
      max_retries: {
        value: cdktf.numberToHclTerraform(this._maxRetries),
        isBlock: false,
        type: "simple",
        storageClassType: "number",
      },
      project_id: {
        value: hclText(this._projectId),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      pull_secret_api: {
        value: hclText(this._pullSecretApi),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      request_timeout: {
        value: hclText(this._requestTimeout),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      retry_wait_max: {
        value: hclText(this._retryWaitMax),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      retry_wait_min: {
        value: hclText(this._retryWaitMin),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      s3_addressing: {
        value: hclText(this._s3Addressing),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      s3_endpoint: {
        value: hclText(this._s3Endpoint),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      s3_region: {
        value: hclText(this._s3Region),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      skip_registry_validation: {
        value: cdktf.booleanToHclTerraform(this._skipRegistryValidation),
        isBlock: false,
        type: "simple",
        storageClassType: "boolean",
      },
      token: {
        value: hclText(this._token),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      token_file: {
        value: hclText(this._tokenFile),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      trust_lists: {
        value: cdktf.booleanToHclTerraform(this._trustLists),
        isBlock: false,
        type: "simple",
        storageClassType: "boolean",
      },
      alias: {
        value: hclText(this._alias),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
    };

    // remove undefined attributes
    return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined ))
  }
}
