/** What becomes of an object at the service when Terraform would destroy it. */
export enum RemovalPolicy {
  /** It is deleted. */
  DESTROY = 'destroy',
  /**
   * Terraform refuses every plan that would destroy or replace it (`prevent_destroy`), as long as the construct is in the code; the prop
   * `deletionProtection` holds beyond that. To let go of an object that is to stay at the service, replace its construct by a
   * `RetainedBucket` or a `RetainedSecret` of the same id.
   */
  PROTECT = 'protect',
  /**
   * An error at synthesis, because Terraform cannot do what the name promises: once the construct is gone from the code, nothing of it is
   * left that could retain the object. Use `PROTECT`, and `RetainedBucket` or `RetainedSecret` to let go of an object.
   */
  RETAIN = 'retain',
}
