/** One difference between what the emulator returned and what was recorded on AWS. */
export interface Difference {
  /** `test_s3.py::TestS3::test_region`. */
  readonly test: string;
  /** Name of the recorded response; empty: the test broke off. */
  readonly response: string;
  /** `values_changed Error/Code: 'recorded' -> 'received'`, or the error with which the test broke off. */
  readonly text: string;
}

/** A difference has the first reason that fits; one without a reason is a defect, or a reason that is missing here. */
interface Reason {
  readonly says: string;
  readonly tests?: RegExp;
  readonly text: RegExp;
}

const ANY = /^/;

/** Why the emulator differs, most general first. A reason for `whole` responses holds for every other difference of the same response. */
export const WHOLE: readonly Reason[] = [
  { says: 'the service has no such operation or header (501)', text: /NotImplemented|Response \[501\]|assert 501 == / },
  { says: 'another service of AWS', text: /another service: / },
  { says: 'signature version 2', text: /authorization mechanism you have provided is not supported/ },
  { says: 'signature version 2', tests: /\[s3(-\w+)?\]$|_with_sig_s3(\[|$)/, text: ANY },
  {
    says: 'requests that LocalStack lets in unsigned, for another account, or with a credential of its own',
    tests:
      /chunked_|test_put_object_with_md5_and_chunk_signature($|.*s3v4-False)|TestS3MultiAccounts|TerraformRaw|favicon|delete_objects_trailing_slash|raw_request_routing|timestamp_precision|get_obj_attrs_multi_headers|internal_account|s3_hostname_with_subdomain|expires_ignored_if_validation_disabled|port_permutation|proxying_headers|proxy_does_not_decode|_ls_allowed|localstack_allowed|test_put_url_metadata_with_sig_s3v4\[False\]|test_set_external_hostname|test_bucket_does_not_exist/,
    text: ANY,
  },
  {
    says: 'objects without a signature: there is no public access',
    tests: /TestS3Cors/,
    text: /assert 403 == 200|Response \[403\]|StatusCode: 200 -> 403|'Code': 'AccessDenied'/,
  },
  {
    says: 'regions: an emulator has one, or takes any',
    tests:
      /region|location_constraint|aws_global|get_bucket_location|bucket_head_bucket|create_bucket_with_empty_tags/i,
    text: ANY,
  },
  { says: 'names of AWS accounts: owners are projects', tests: /invalid_account_id|expected_bucket_owner/, text: ANY },
  {
    says: 'the operation needs what is 501 (locks, logs, classes)',
    tests: /no_locking|bucket_logging|transition_default/,
    text: ANY,
  },
];

export const REASONS: readonly Reason[] = [
  {
    says: 'encryption at rest is not announced',
    text: /(S|s)erver-?(S|s)ide-?(E|e)ncryption: 'AES256' -> not present/,
  },
  { says: 'members of errors that say more', text: /^dictionary_item_added .*(Resource|Operation|Header): / },
  { says: 'owners have a name', text: /^\w+ .*(Owner\/|Grantee\/)(DisplayName|ID)/ },
  { says: 'size of what was put', text: /^dictionary_item_added .*([sS]ize): not present/ },
  { says: 'transitions of objects between classes', text: /TransitionDefaultMinimumObjectSize/ },
  { says: 'buckets have their region, as in newer recordings', text: /^dictionary_item_added .*BucketRegion/ },
  {
    says: 'headers of the connection, and of CORS beside them',
    text: /[Hh]eaders(\/(server|[Cc]onnection|[Kk]eep-[Aa]live|Transfer-Encoding|[Cc]ontent-([Tt]ype|[Ll]ength)|x-amz-id-2))?: |Error\/HostId/,
  },
  {
    says: 'headers of the connection, and of CORS beside them',
    text: /-headers\/(server|connection|keep-alive): |'ETag' in /,
  },
  { says: 'ids in the order of their appearance', text: /'<[\w-]+:\d+>' -> '<[\w-]+:\d+>'|'<bucket-name:1>' -> '/ },
  { says: 'a wrong part is told by its number: AWS names any', text: /wrong-parts-checksum\/Error\/(PartNumber|ETag)/ },
  {
    says: 'ceph/s3-tests has it otherwise: an empty completion, the checksums of parts and of what is made of them',
    text: /complete-exc-no-parts\/Error|get-object-attrs\/Checksum\/\w+: '(.*)' -> '\1-\d'|get-object-part-checksum\/Checksum/,
  },
  { says: 'a page of uploads that ends in a prefix can be continued', text: /NextKeyMarker: '' -> '/ },
  { says: 'MD5 is a checksum, too', text: /, MD5, SHA1/ },
  { says: 'RFC 2047 knows two forms of the same text', text: /Metadata\/.*=\?UTF-8\?/ },
  {
    says: 'markers of uploads that are gone are no error',
    tests: /list_multiparts_next_marker/,
    text: /DID NOT RAISE/,
  },
  { says: 'checksums of parts may be repeated', tests: /checksum_default$/, text: /DID NOT RAISE/ },
  {
    says: 'a condition of a form that cannot hold is told as such',
    tests: /policy_(conditions_)?validation/,
    text: /assert 400 == 403/,
  },
  { says: 'a right checksum of a completion needs no type', tests: /exceptions_full_object/, text: /DID NOT RAISE/ },
  { says: 'a lifecycle rule without a filter is about everything', tests: /lifecycle_conf_exc/, text: /DID NOT RAISE/ },
  { says: 'addresses are shown as the client wrote them', tests: /forward_slash|201_response/, text: /AssertionError/ },
  { says: 'members of errors that say more', text: /^type_changes .*Error\/Message: None -> / },
  {
    says: 'wording',
    text: /ResourceType: 'OBJECT' -> 'BUCKET'|ExpectedDigest|VersionId: .* -> not present/,
  },
];
