/** Treatment of an object at the service when Terraform would destroy it. */
export enum RemovalPolicy {
  /** It is deleted. */
  DESTROY = 'destroy',
  /**
   * Terraform refuses every plan that would destroy or replace it (`prevent_destroy`), as long as the construct is in the code; the
   * prop `deletionProtection` holds beyond that. To stop managing an object that stays at the service, replace its construct with a
   * `RetainedBucket` or a `RetainedSecret` of the same id.
   */
  PROTECT = 'protect',
  /**
   * An error at synthesis, because Terraform cannot do what the name promises: once the construct is gone from the code, nothing is
   * left to retain the object. Use `PROTECT`, and `RetainedBucket` or `RetainedSecret` to stop managing an object.
   */
  RETAIN = 'retain',
}
