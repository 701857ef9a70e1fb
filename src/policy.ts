import type { IConstruct } from 'constructs';
import { SUPPRESSION } from './private/policies/policy-check';
import { refuse, required } from './private/props/checks';
import { ValidationError } from './private/validation-error';

/** The rules that aspects of this library check. The value is the name under which a rule is suppressed. */
export enum PolicyRule {
  /** `MaxQuota` */
  MAX_QUOTA = 'max-quota',
  /** `NoPlainTextSecrets` */
  NO_PLAIN_TEXT_SECRETS = 'no-plain-text-secrets',
  /** `NoCrossStackSecrets` */
  NO_CROSS_STACK_SECRETS = 'no-cross-stack-secrets',
  /** `NoKeysInState` */
  NO_KEYS_IN_STATE = 'no-keys-in-state',
  /** `NoOwnerKeys` */
  NO_OWNER_KEYS = 'no-owner-keys',
  /** `RequireRotation` */
  REQUIRE_ROTATION = 'require-rotation',
}

/** How a rule reports its findings. */
export interface PolicyOptions {
  /**
   * Whether findings are warnings, which do not stop the synthesis, instead of errors. Only the command line of the framework prints them, such
   * as `cdktn synth`.
   *
   * @default false
   */
  readonly warnOnly?: boolean;
}

/**
 * Exceptions to the rules that aspects check.
 *
 * @exampleMetadata fixture=stack
 * @example
 * Aspects.of(stack).add(new RequireRotation());
 * const nightly = new AccessKey(stack, 'Nightly', { permission: Permission.READ, buckets: [assets] });
 * Policy.suppress(nightly, PolicyRule.REQUIRE_ROTATION, 'A job of the test bench makes a new one every night');
 */
export class Policy {
  /**
   * Suppresses a rule for a construct and everything below it. The reason is kept in the metadata of the construct
   * (`coffer:suppress`), for reviews and other aspects.
   *
   * @param construct the construct to exempt
   * @param rule the rule
   * @param reason justification, for people; an empty one is an error
   */
  public static suppress(construct: IConstruct, rule: PolicyRule, reason: string): void {
    refuse(construct, [required('rule', rule, PolicyRule)]);
    if (reason.trim() === '') {
      throw new ValidationError(
        `suppressing "${rule}" needs a reason that people can judge (in ${construct.node.path})`,
      );
    }
    construct.node.addMetadata(SUPPRESSION, { rule, reason });
  }

  private constructor() {}
}
