/** How the parts of `SecretValue.template` are written. */
export enum SecretTemplateEncoding {
  /** As they are. */
  TEXT = 'text',
  /**
   * Percent-encoded, as a user name, a password, a segment of a path or a value in a query has to be. A part that stands for the host,
   * with or without a port, stays as it is.
   */
  URL = 'url',
}
