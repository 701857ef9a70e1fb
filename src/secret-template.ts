import type { SecretTemplateEncoding } from './enums/secret-template-encoding';

/** Options of `SecretValue.template`. */
export interface SecretTemplateOptions {
  /**
   * How the parts are written.
   *
   * @default - URL for a template that begins with a scheme such as `postgres://`, TEXT for any other
   */
  readonly encoding?: SecretTemplateEncoding;
}
