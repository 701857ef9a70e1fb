/** Encoding of the value of a secret in the code. On the wire it is base64 in both cases, exactly once. */
export enum SecretEncoding {
  /** Text. */
  UTF8 = 'utf8',
  /** Base64 (standard alphabet, with padding), for binary data. */
  BASE64 = 'base64',
}

/** How Terraform detects a change of an ephemeral value. */
export enum ChangeDetection {
  /** By the `version` of the value. */
  VERSION = 'version',
  /**
   * By a fingerprint that is kept beside the state, with which every plan compares the value. Use it for a source that returns the
   * same value in every plan, such as a variable. A source that generates a new value each time would be sent with every apply.
   */
  FINGERPRINT = 'fingerprint',
}
